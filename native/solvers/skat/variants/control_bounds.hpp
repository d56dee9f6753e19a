// Static analysis as the thesis compares it (§5.2, figures 5.3 and 5.4): what the side on lead
// takes without losing the lead, by our rules, by those of Kupferschmid and Helmert, or as well as
// it can be done. The last is an oracle that searches; its nodes are not counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "solvers/skat/deck.hpp"
#include "solvers/skat/engine.hpp"

namespace kiebitz::solvers::skat::variants {

enum class ControlRule : std::uint8_t { none, ours, revalued, optimal };

/// How the bounds of either side are found when it is on lead. For the defenders `revalued` is the
/// same as ours.
struct ControlRules {
    ControlRule declarer = ControlRule::none;
    ControlRule defenders = ControlRule::none;
};

/// The most points that the side on lead can take from here on without ever losing a trick, where
/// it may stop when it likes.
template <Kind K>
class ControlOracle {
  public:
    /// A value of at least `need` is only known to be at least `need`, a smaller one is exact or an
    /// upper bound below `need`.
    int best(const std::array<Cards, 3>& hands, int leader, int need) {
        declarers_ = leader == 0;
        if (known_.size() > kMost) known_.clear();
        return from(hands, leader, need);
    }

  private:
    using D = Deck<K>;
    static constexpr std::size_t kMost = std::size_t{1} << 20;

    struct Key {
        std::array<Cards, 3> hands;
        int leader;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    struct Known {
        int lower = 0, upper = 120;
    };
    struct Trick {
        Cards led = 0;
        Card best = 0;
        int best_player = 0;
        int points = 0;
    };

    bool is_ours(int player) const { return (player == 0) == declarers_; }
    int from(const std::array<Cards, 3>& hands, int leader, int need);
    int play(const std::array<Cards, 3>& hands, int player, int played, const Trick& trick,
             int need);

    bool declarers_ = true;
    std::unordered_map<Key, Known, KeyHash> known_;
};

/// A solver of suit games and grand with a table by structures and these bounds only.
std::unique_ptr<Engine> make_control_engine(const TrumpOptions& options, std::size_t memory,
                                            ControlRules rules);

extern template class ControlOracle<Kind::suit>;
extern template class ControlOracle<Kind::grand>;

}  // namespace kiebitz::solvers::skat::variants
