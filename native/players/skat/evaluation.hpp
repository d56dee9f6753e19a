// What each card is worth in one world: the evaluation, one of the three choices a player is made
// of.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "players/skat/card_player.hpp"
#include "players/skat/seat_mind.hpp"

namespace kiebitz::players::skat {

/// For the party of the seat that moves. Winning is what counts first, points are the tie-breaker
/// (thesis §6.5).
struct Value {
    double win = 0;  // 1 for a won game
    double points =
        0;  // card points, 0 to 120; in null what the tricks survived are worth on that scale
};

/// Values cards of a view in one world.
class Evaluation {
  public:
    virtual ~Evaluation() = default;
    /// The values of `cards`, some or all of the legal ones, in the order of their numbers. What
    /// a card is worth does not depend on which others are asked about.
    virtual void evaluate(const CardView& view, const World& world, std::uint64_t seed, Cards cards,
                          std::span<Value> values) = 0;
    virtual std::unique_ptr<Evaluation> clone() const = 0;
    /// Whether `evaluate` tells nothing but who wins, with one card ahead among equals; then
    /// cards can be asked about one by one, and a player need not ask about all (see
    /// `most_wins`).
    virtual bool tells_only_wins(const CardView&) const { return false; }
    /// Whether the card wins the game for its player's party. Only if that is all it tells.
    virtual bool wins(const CardView&, const World&, Card) { return false; }
    /// The card that is ahead among equals, by a point. Only if that is all it tells.
    virtual Card preferred(const CardView& view) const { return lowest(view.legal()); }
    /// Positions searched so far, if the evaluation searches.
    virtual std::uint64_t nodes() const { return 0; }
};

/// How a finished simulation ended for the declarer.
inline Value declarer_value(const Simulation& end) {
    const Tricks& tricks = end.position().tricks();
    const Result result = end.result();
    Value value{result.won ? 1.0 : 0.0, static_cast<double>(result.points)};
    if (tricks.contract.type == GameType::kNull) {
        // Time to live (thesis §8.7): a lost null is the better for the declarer, the later it is
        // lost.
        const int survived = tricks.played_tricks() - tricks.tricks[0];
        value.points = kTotalPoints * survived / double{kHandSize};
    }
    return value;
}

inline Value for_party(const Value& declarers, bool is_declarer) {
    return is_declarer ? declarers : Value{1 - declarers.win, kTotalPoints - declarers.points};
}

/// Whether two legal cards of a seat are one move: neighbours of equal points in one suit, with no
/// card between them that anybody else may hold or that lies on the table.
inline bool are_alike(const CardView& view, Card a, Card b) {
    const CardOrder& order = view.tricks.order();
    if (order.followers[a] != order.followers[b]) return false;
    if (view.type() != GameType::kNull && points_of(a) != points_of(b)) return false;
    const auto& above = mind_detail::kAbove[static_cast<std::size_t>(view.type())];
    const Cards between = (above[a] ^ above[b]) & ~bit(a) & ~bit(b);
    Cards others = view.known.unseen();
    for (int i = 0; i < view.tricks.size; ++i) {
        others |= bit(view.tricks.cards[static_cast<std::size_t>(i)]);
    }
    return (between & others) == 0;
}

/// Plays every card and lets another player finish the game for all seats: IIMC (thesis §9.4).
class PlayoutEvaluation final : public Evaluation {
  public:
    explicit PlayoutEvaluation(std::unique_ptr<CardPlayer> player) : player_(std::move(player)) {}

    void evaluate(const CardView& view, const World& world, std::uint64_t seed, Cards cards,
                  std::span<Value> values) override {
        std::array<Card, kHandSize> valued{};
        std::size_t n = 0;
        for (Card card : each_card(cards)) {
            std::size_t same = 0;
            while (same < n && !are_alike(view, valued[same], card)) ++same;
            valued[n] = card;
            if (same < n) {
                values[n++] = values[same];
                continue;
            }
            Simulation simulation(view, world);
            simulation.play(card);
            // All cards meet the same luck.
            play_out(simulation, *player_, seed);
            values[n++] = for_party(declarer_value(simulation), view.is_declarer());
        }
    }
    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<PlayoutEvaluation>(player_->clone());
    }

  private:
    std::unique_ptr<CardPlayer> player_;
};

/// Between two evaluations: `share` of the second, the rest of the first. Playouts tell what
/// players who see only their own cards make of a position, but they are noisy, and their players
/// are weaker than those at the table; the open-hand solver errs the other way.
class BlendedEvaluation final : public Evaluation {
  public:
    BlendedEvaluation(std::unique_ptr<Evaluation> first, std::unique_ptr<Evaluation> second,
                      double share)
        : first_(std::move(first)), second_(std::move(second)), share_(share) {}

    void evaluate(const CardView& view, const World& world, std::uint64_t seed, Cards cards,
                  std::span<Value> values) override {
        std::array<Value, kHandSize> others{};
        first_->evaluate(view, world, seed, cards, values);
        second_->evaluate(view, world, seed, cards, std::span(others.data(), values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i].win += share_ * (others[i].win - values[i].win);
            values[i].points += share_ * (others[i].points - values[i].points);
        }
    }
    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<BlendedEvaluation>(first_->clone(), second_->clone(), share_);
    }
    std::uint64_t nodes() const override { return first_->nodes() + second_->nodes(); }

  private:
    std::unique_ptr<Evaluation> first_, second_;
    double share_;
};

}  // namespace kiebitz::players::skat
