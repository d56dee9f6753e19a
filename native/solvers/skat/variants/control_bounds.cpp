#include "solvers/skat/variants/control_bounds.hpp"

#include <algorithm>
#include <optional>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/skat/variants/structure_table.hpp"

namespace kiebitz::solvers::skat::variants {

namespace {

template <Kind K>
const Valuation& points_of_cards() {
    static constexpr Valuation points = Valuation::of(K, false);
    return points;
}

/// What is hung into the search: it decides a position where the bounds lie outside the window.
struct ControlBounds : NoHooks {
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = ~Cards{0};

    ControlRules rules;
    std::shared_ptr<ControlOracle<Kind::suit>> suit = std::make_shared<ControlOracle<Kind::suit>>();
    std::shared_ptr<ControlOracle<Kind::grand>> grand =
        std::make_shared<ControlOracle<Kind::grand>>();

    template <Kind K, class Table>
    std::optional<int> estimate(const Node<K, Table>& node, int alpha, int beta,
                                const Bounds&) const {
        const bool declarers = node.player == 0;
        const int need = declarers ? beta : node.rest - alpha;
        const int wins = taken(node, declarers ? rules.declarer : rules.defenders, need);
        if (wins < need) return std::nullopt;
        return declarers ? wins : node.rest - wins;
    }

  private:
    /// Once it is enough, how much it is: the search remembers the bound for other windows too.
    template <Kind K, class Table>
    static int all_of(ControlOracle<K>& oracle, const Node<K, Table>& node, int need) {
        int value = oracle.best(node.hands, node.player, need);
        if (value < need) return value;
        while (true) {
            const int more = oracle.best(node.hands, node.player, value + 1);
            if (more <= value) return value;
            value = more;
        }
    }
    template <Kind K, class Table>
    int taken(const Node<K, Table>& node, ControlRule rule, int need) const {
        const Valuation& valuation = points_of_cards<K>();
        if (rule == ControlRule::none) return -1;
        if (rule == ControlRule::optimal) {
            if constexpr (K == Kind::suit) return all_of(*suit, node, need);
            if constexpr (K == Kind::grand) return all_of(*grand, node, need);
        }
        if (node.player != 0) {
            return defenders_from_the_top<K>(node.hands, node.player, valuation, need,
                                             {false, false, false})
                .points;
        }
        return rule == ControlRule::revalued
                   ? declarer_from_the_top<K, true>(node.hands, valuation, false, false).points
                   : declarer_from_the_top<K>(node.hands, valuation, false, false).points;
    }
};

}  // namespace

template <Kind K>
std::size_t ControlOracle<K>::KeyHash::operator()(const Key& key) const {
    const std::uint64_t two = std::uint64_t{key.hands[0]} << 32 | key.hands[1];
    const std::uint64_t rest = std::uint64_t{key.hands[2]} << 2 | static_cast<unsigned>(key.leader);
    return mix64(two ^ mix64(rest));
}

template <Kind K>
int ControlOracle<K>::from(const std::array<Cards, 3>& hands, int leader, int need) {
    if (need <= 0 || hands[leader] == 0) return 0;
    const Key key{hands, leader};
    if (const auto found = known_.find(key); found != known_.end()) {
        if (found->second.lower >= need) return found->second.lower;
        if (found->second.upper < need) return found->second.upper;
    }
    const int value = play(hands, leader, 0, {}, need);
    Known& known = known_[key];
    (value >= need ? known.lower : known.upper) = value;
    return value;
}

/// Fail-soft with the window below `need`. The side in control may stop before a lead.
template <Kind K>
int ControlOracle<K>::play(const std::array<Cards, 3>& hands, int player, int played,
                           const Trick& trick, int need) {
    if (played == 3) {
        if (!is_ours(trick.best_player)) return 0;
        return trick.points + from(hands, trick.best_player, need - trick.points);
    }
    const Cards following = hands[player] & trick.led;
    const Cards legal = played > 0 && following != 0 ? following : hands[player];
    const Cards all = hands[0] | hands[1] | hands[2];
    const Valuation& valuation = points_of_cards<K>();
    const bool ours = is_ours(player);
    int best = ours ? 0 : 1000;
    Card above = kNoCard;
    // From the highest down: what wins the trick decides most often.
    for (Cards rest = legal; rest != 0;) {
        const Card card = static_cast<Card>(highest(rest));
        rest &= ~bit(card);
        // A neighbour of the card before, with the same points, does the same.
        const bool alike = above != kNoCard && D::suit_of(above) == D::suit_of(card) &&
                           valuation.values[above] == valuation.values[card] &&
                           (all & D::below(above) & D::above(card)) == 0 &&
                           !(played > 0 && trick.best < above && trick.best > card);
        above = card;
        if (alike) continue;
        std::array<Cards, 3> next = hands;
        next[player] &= ~bit(card);
        Trick then = trick;
        then.points += valuation.values[card];
        if (played == 0) then.led = D::suit_of(card);
        if (played == 0 || D::beats(card, trick.best)) {
            then.best = card;
            then.best_player = player;
        }
        const int value = play(next, player == 2 ? 0 : player + 1, played + 1, then, need);
        best = ours ? std::max(best, value) : std::min(best, value);
        if (ours ? best >= need : best < need) break;
    }
    return best;
}

template class ControlOracle<Kind::suit>;
template class ControlOracle<Kind::grand>;

std::unique_ptr<Engine> make_control_engine(const TrumpOptions& options, std::size_t memory,
                                            ControlRules rules) {
    TrumpOptions plain = options;
    plain.static_bounds = false;
    plain.rank_patterns = false;
    ControlBounds bounds;
    bounds.rules = rules;
    return std::make_unique<TrumpEngine<StructureTable, ControlBounds>>(
        plain, StructureTable(plain, memory), bounds);
}

}  // namespace kiebitz::solvers::skat::variants
