#include "games/bridge/layouts.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace kiebitz::bridge {

namespace {

constexpr std::size_t most_stages = 1'500'000;
constexpr int most_rejected = 200'000;

int points_of_card(Card card) {
    return std::max(0, rank_of(card) - 8);
}

Shape shape_of(Cards cards) {
    Shape shape{};
    for (int suit = 0; suit < 4; ++suit) {
        shape[static_cast<std::size_t>(suit)] =
            static_cast<std::uint8_t>(kiebitz::count(holding(cards, suit)));
    }
    return shape;
}

/// What the facts about a dealt hand say of the part that is still hidden.
HandFacts without(HandFacts facts, Cards seen, std::uint8_t voids) {
    const Shape gone = shape_of(seen);
    for (std::size_t suit = 0; suit < 4; ++suit) {
        facts.least[suit] = std::max(0, facts.least[suit] - gone[suit]);
        facts.most[suit] -= gone[suit];
        if (((voids >> suit) & 1) != 0) facts.most[suit] = std::min(facts.most[suit], 0);
    }
    const int points = points_of(seen);
    facts.least_points = std::max(0, facts.least_points - points);
    facts.most_points -= points;
    std::vector<Shape> shapes;
    for (Shape shape : facts.shapes) {
        bool fits = true;
        for (std::size_t suit = 0; suit < 4; ++suit) {
            fits = fits && shape[suit] >= gone[suit];
            shape[suit] = static_cast<std::uint8_t>(shape[suit] - gone[suit]);
        }
        if (fits) shapes.push_back(shape);
    }
    std::sort(shapes.begin(), shapes.end());
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
    facts.shapes = shapes;
    facts.held &= ~seen;
    return facts;
}

}  // namespace

int points_of(Cards cards) {
    int points = 0;
    for (Card card : each_card(cards)) points += points_of_card(card);
    return points;
}

bool HandFacts::fits(Cards dealt) const {
    const Shape shape = shape_of(dealt);
    for (std::size_t suit = 0; suit < 4; ++suit) {
        if (shape[suit] < least[suit] || shape[suit] > most[suit]) return false;
    }
    const int points = points_of(dealt);
    return points >= least_points && points <= most_points && (held & ~dealt) == 0 &&
           (not_held & dealt) == 0 &&
           (shapes.empty() || std::find(shapes.begin(), shapes.end(), shape) != shapes.end());
}

std::size_t Layouts::HashOfStage::operator()(const Stage& stage) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        value = mix64(value ^
                      (std::uint64_t{stage.room[i]} | std::uint64_t{stage.here[i]} << 8 |
                       std::uint64_t{stage.points[i]} << 16 | std::uint64_t{stage.tails[i]} << 24));
    }
    return static_cast<std::size_t>(value);
}

Layouts::Layouts(const State::View& view, const Facts& facts)
    : base_(view.known), stated_(facts), gone_(view.gone) {
    Cards hidden = view.hidden;
    std::array<int, 4> missing{};
    for (std::size_t seat = 0; seat < 4; ++seat) {
        missing[seat] = view.sizes[seat] - kiebitz::count(view.known[seat]);
        const Cards seen = view.known[seat] | view.gone[seat];
        if (missing[seat] == 0) {
            possible_ = possible_ && facts[seat].fits(seen);
            continue;
        }
        // A card that somebody holds for certain is dealt first.
        const Cards held = facts[seat].held & ~seen;
        possible_ = possible_ && (held & ~hidden) == 0 && kiebitz::count(held) <= missing[seat] &&
                    (facts[seat].not_held & seen) == 0;
        if (!possible_) return;
        hidden &= ~held;
        base_[seat] |= held;
        missing[seat] -= kiebitz::count(held);
        for (Card card : each_card(held)) {
            possible_ = possible_ && ((view.voids[seat] >> suit_of(card)) & 1) == 0;
        }
        const HandFacts left = without(facts[seat], seen | held, view.voids[seat]);
        possible_ = possible_ && (facts[seat].shapes.empty() || !left.shapes.empty());
        for (const int most : left.most) possible_ = possible_ && most >= 0;
        possible_ = possible_ && left.most_points >= 0;
        if (!possible_) return;
        Hand hand{static_cast<int>(seat), left, false, {}};
        hand.tracks_points = left.least_points > 0 || left.most_points < points_of(hidden);
        hands_.push_back(hand);
        start_.room[hands_.size() - 1] = static_cast<std::uint8_t>(missing[seat]);
    }
    if (!possible_) return;
    for (Card card : each_card(hidden)) cards_.push_back(card);
    for (Hand& hand : hands_) {
        for (int suit = 0; suit < 4; ++suit) {
            const auto s = static_cast<std::size_t>(suit);
            const int there = kiebitz::count(holding(hidden, suit));
            hand.tracks_length[s] = !hand.facts.shapes.empty() || hand.facts.least[s] > 0 ||
                                    (hand.facts.most[s] > 0 && hand.facts.most[s] < there);
        }
    }
    if (build()) return;
    // Too large: keep the points of the one hand about which most is said.
    relaxed_ = true;
    std::size_t narrowest = 0;
    const auto width = [&](const Hand& hand) {
        return hand.tracks_points ? hand.facts.most_points - hand.facts.least_points : 99;
    };
    for (std::size_t i = 1; i < hands_.size(); ++i) {
        if (width(hands_[i]) < width(hands_[narrowest])) narrowest = i;
    }
    for (std::size_t i = 0; i < hands_.size(); ++i) {
        if (i != narrowest) hands_[i].tracks_points = false;
    }
    if (build()) return;
    for (Hand& hand : hands_) {
        hand.tracks_points = false;
        hand.facts.shapes.clear();
    }
    build();
}

void Layouts::Hand::number_tails() {
    tails.assign(1, facts.shapes);
    after.clear();
    std::vector<std::size_t> suit{0};  // that each set speaks of next
    for (std::size_t i = 0; i < tails.size(); ++i) {
        std::array<int, 14> next;
        next.fill(facts.shapes.empty() ? 0 : -1);
        for (std::size_t length = 0; suit[i] < 4 && length < 14; ++length) {
            std::vector<Shape> rest;
            for (Shape shape : tails[i]) {
                if (shape[suit[i]] != length) continue;
                shape[suit[i]] = 0;  // what is behind us no longer matters
                rest.push_back(shape);
            }
            if (rest.empty()) continue;
            std::size_t number = 1;
            while (number < tails.size() &&
                   (tails[number] != rest || suit[number] != suit[i] + 1)) {
                ++number;
            }
            if (number == tails.size()) {
                tails.push_back(rest);
                suit.push_back(suit[i] + 1);
            }
            next[length] = static_cast<int>(number);
        }
        after.push_back(next);
    }
}

/// A suit is dealt: whether the lengths are as stated.
bool Layouts::ends_suit(Stage& stage, int suit) const {
    for (std::size_t i = 0; i < hands_.size(); ++i) {
        const Hand& hand = hands_[i];
        if (stage.here[i] < hand.facts.least[static_cast<std::size_t>(suit)]) return false;
        const int tail = hand.after[stage.tails[i]][stage.here[i]];
        if (tail < 0) return false;
        stage.tails[i] = static_cast<std::uint16_t>(tail);
        stage.here[i] = 0;
    }
    return true;
}

/// The stage after the card goes to the hand.
std::optional<Layouts::Stage> Layouts::dealt(Stage stage, std::size_t card,
                                             std::size_t hand) const {
    const Hand& to = hands_[hand];
    const int suit = suit_of(cards_[card]);
    const auto s = static_cast<std::size_t>(suit);
    if (stage.room[hand] == 0 || to.facts.most[s] <= 0) return std::nullopt;
    if (contains(to.facts.not_held, cards_[card])) return std::nullopt;
    --stage.room[hand];
    if (to.tracks_length[s] && ++stage.here[hand] > to.facts.most[s]) return std::nullopt;
    if (to.tracks_points) {
        stage.points[hand] =
            static_cast<std::uint8_t>(stage.points[hand] + points_of_card(cards_[card]));
        if (stage.points[hand] > to.facts.most_points) return std::nullopt;
    }
    const int following = card + 1 < cards_.size() ? suit_of(cards_[card + 1]) : 4;
    for (int ended = suit; ended < following; ++ended) {
        if (!ends_suit(stage, ended)) return std::nullopt;
    }
    return stage;
}

bool Layouts::build() {
    for (Hand& hand : hands_) hand.number_tails();
    start_.tails = {};
    start_count_ = 0;
    const int first = cards_.empty() ? 4 : suit_of(cards_[0]);
    for (int suit = 0; suit < first; ++suit) {
        if (!ends_suit(start_, suit)) return true;
    }
    ways_.assign(cards_.size() + 1, {});
    ways_[0][start_] = 0;
    std::size_t stages = 1;
    for (std::size_t card = 0; card < cards_.size(); ++card) {
        for (const auto& [stage, unused] : ways_[card]) {
            for (std::size_t hand = 0; hand < hands_.size(); ++hand) {
                if (const auto next = dealt(stage, card, hand)) {
                    stages += ways_[card + 1].try_emplace(*next, 0).second ? 1 : 0;
                }
            }
            if (stages > most_stages) {
                ways_.clear();
                return false;
            }
        }
    }
    for (auto& [stage, number] : ways_[cards_.size()]) {
        bool fits = true;
        for (std::size_t i = 0; i < hands_.size(); ++i) {
            fits = fits &&
                   (!hands_[i].tracks_points || stage.points[i] >= hands_[i].facts.least_points);
        }
        number = fits ? 1 : 0;
    }
    for (std::size_t card = cards_.size(); card-- > 0;) {
        for (auto& [stage, number] : ways_[card]) {
            for (std::size_t hand = 0; hand < hands_.size(); ++hand) {
                if (const auto next = dealt(stage, card, hand)) number += ways(card + 1, *next);
            }
        }
    }
    start_count_ = ways(0, start_);
    return true;
}

std::uint64_t Layouts::ways(std::size_t card, const Stage& stage) const {
    const auto found = ways_[card].find(stage);
    return found == ways_[card].end() ? 0 : found->second;
}

std::optional<std::uint64_t> Layouts::count() const {
    if (!possible_) return 0;
    if (relaxed_ && start_count_ != 0) return std::nullopt;
    return start_count_;
}

std::optional<Hands> Layouts::draw(Random& random) const {
    if (empty()) return std::nullopt;
    const std::uint64_t many = Random::max() - Random::max() % start_count_;
    for (int attempt = 0; attempt < most_rejected; ++attempt) {
        std::uint64_t index = random();
        while (index >= many) index = random();
        const Hands hands = nth(index % start_count_);
        if (!relaxed_ || fits(hands)) return hands;
    }
    return std::nullopt;
}

Hands Layouts::nth(std::uint64_t index) const {
    assert(!empty() && index < start_count_);
    Hands hands = base_;
    Stage stage = start_;
    for (std::size_t card = 0; card < cards_.size(); ++card) {
        for (std::size_t hand = 0; hand < hands_.size(); ++hand) {
            const auto next = dealt(stage, card, hand);
            const std::uint64_t number = next ? ways(card + 1, *next) : 0;
            if (index < number) {
                hands[static_cast<std::size_t>(hands_[hand].seat)] |= bit<Cards>(cards_[card]);
                stage = *next;
                break;
            }
            index -= number;
        }
    }
    return hands;
}

bool Layouts::fits(const Hands& hands) const {
    for (std::size_t seat = 0; seat < 4; ++seat) {
        if (!stated_[seat].fits(hands[seat] | gone_[seat])) return false;
    }
    return true;
}

std::vector<Hands> Layouts::all() const {
    assert(count());
    std::vector<Hands> found;
    Hands hands = base_;
    if (!empty()) list(0, start_, hands, found);
    return found;
}

void Layouts::list(std::size_t card, const Stage& stage, Hands& hands,
                   std::vector<Hands>& found) const {
    if (card == cards_.size()) {
        found.push_back(hands);
        return;
    }
    for (std::size_t hand = 0; hand < hands_.size(); ++hand) {
        const auto next = dealt(stage, card, hand);
        if (!next || ways(card + 1, *next) == 0) continue;
        Cards& to = hands[static_cast<std::size_t>(hands_[hand].seat)];
        to |= bit<Cards>(cards_[card]);
        list(card + 1, *next, hands, found);
        to ^= bit<Cards>(cards_[card]);
    }
}

State State::sample(const View& seen, Random& random) {
    const auto hands = Layouts(seen).draw(random);
    assert(hands);
    return {seen, *hands};
}

}  // namespace kiebitz::bridge
