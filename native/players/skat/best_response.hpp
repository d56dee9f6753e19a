// Best responses: what can be won at most against players that do not change, exactly.
//
// The responder knows what its seat sees and how the others play, and nothing else: in worlds that
// it cannot tell apart it plays the same card. The others choose alike whenever they see alike, so
// every card of theirs tells the responder in which worlds it may be. That makes a game for one,
// which a plain search over all worlds solves. Several seats may respond together; they are then
// taken to see each other's cards, so that for two defenders the answer is an upper bound.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

class BestResponse {
  public:
    /// Against this player at all other seats.
    BestResponse(const CardPlayer& others, std::uint64_t seed)
        : others_(others.clone()), seed_(seed) {}

    /// In how many of the worlds the party of the view's seat wins if the seats of `responders`, a
    /// set of bits, respond best. They hold the same cards in all of these worlds. With no
    /// responder the player sits at all seats.
    int worlds_won(const CardView& view, std::span<const World> worlds, unsigned responders) {
        declares_ = view.is_declarer();
        responders_ = responders;
        std::vector<Simulation> branches;
        for (const World& world : worlds) branches.emplace_back(view, world);
        return branches.empty() ? 0 : won(branches);
    }

    /// Decisions that the others were asked for.
    std::uint64_t asked() const { return asked_; }

  private:
    using Branches = std::vector<Simulation>;

    /// The same cards were played in all branches, and the responders hold the same ones.
    int won(const Branches& branches) {
        if (branches.front().is_over()) {
            return static_cast<int>(std::ranges::count_if(
                branches, [&](const Simulation& end) { return end.result().won == declares_; }));
        }
        const int seat = branches.front().to_move();
        return (responders_ >> seat & 1) != 0 ? won_by_choice(branches) : won_by_others(branches);
    }

    int won_by_choice(const Branches& branches) {
        int best = 0;
        for (Card card : each_card(branches.front().position().legal())) {
            Branches after = branches;
            for (Simulation& branch : after) branch.play(card);
            best = std::max(best, won(after));
            if (best == static_cast<int>(branches.size())) break;
        }
        return best;
    }

    int won_by_others(const Branches& branches) {
        // Views of one seat differ here in what it holds, and in nothing else.
        std::map<std::pair<Cards, Cards>, Card> chosen;
        std::map<Card, Branches> by_card;
        for (const Simulation& branch : branches) {
            const CardView view = branch.view(branch.to_move());
            const auto [place, is_new] =
                chosen.try_emplace({view.known.hand, view.known.put_away}, Card{});
            if (is_new) place->second = ask(view);
            by_card[place->second].push_back(branch);
            by_card[place->second].back().play(place->second);
        }
        int sum = 0;
        for (const auto& [card, after] : by_card) sum += won(after);
        return sum;
    }

    Card ask(const CardView& view) {
        ++asked_;
        const auto seat = static_cast<std::uint64_t>(view.seat());
        const auto card = static_cast<std::uint64_t>(count(view.known.hand));
        return static_cast<Card>(others_->choose(view, derive_seed(seed_, seat, card), work_));
    }

    std::unique_ptr<CardPlayer> others_;
    std::uint64_t seed_;
    Work work_;
    bool declares_ = false;
    unsigned responders_ = 0;
    std::uint64_t asked_ = 0;
};

}  // namespace kiebitz::players::skat
