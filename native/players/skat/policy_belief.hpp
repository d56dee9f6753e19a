// A world is as likely as the cards that were played are in it: how would the players have come to
// play them with those hands? (Rebstock, Solinas and Buro 2019.)
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "beliefs/skat/call_model.hpp"
#include "beliefs/skat/hand_tables.hpp"
#include "beliefs/skat/policy_model.hpp"
#include "players/skat/location_belief.hpp"

namespace kiebitz::players::skat {

struct PolicyTrust {
    double mistakes = 0.05;  // share of plays that a policy cannot foresee
    double temper = 1;       // below one: less sure than the product over all plays
};

/// What the auction says of the hidden hands, if it is not asked of a card-location model: a policy
/// for the calls of defenders, tables for the declarer, whose ten cards as dealt nobody knows.
struct HeardCalls {
    beliefs::skat::CallModel model;
    beliefs::skat::BeliefTables tables;
};

/// What bids, game and discard say is asked of a card-location model at the start of cardplay; each
/// play of the others is asked of the policy. Worlds are drawn from the location model's thoughts
/// of now, which are near, and weighed again.
class PolicyBelief final : public Belief {
  public:
    PolicyBelief(std::shared_ptr<const beliefs::skat::PolicyModel> policy,
                 std::shared_ptr<const beliefs::skat::LocationModel> locations, PolicyTrust trust,
                 int candidates, std::shared_ptr<const HeardCalls> calls = nullptr)
        : policy_(std::move(policy)),
          locations_(std::move(locations)),
          calls_(std::move(calls)),
          trust_(trust),
          candidates_(candidates) {}

    void weigh(const CardView& view, std::span<const World> worlds,
               std::span<double> weights) const override;
    bool draw(const CardView& view, int wanted, Random& random,
              std::vector<World>& worlds) const override;

  private:
    std::shared_ptr<const beliefs::skat::PolicyModel> policy_;
    std::shared_ptr<const beliefs::skat::LocationModel> locations_;
    std::shared_ptr<const HeardCalls> calls_;
    PolicyTrust trust_;
    int candidates_;
};

}  // namespace kiebitz::players::skat
