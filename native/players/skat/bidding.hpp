// Bidding, skat and declaration by expectimax over the 231 skats, 66 discards and all games (thesis
// §2.4), with the learned chance to win as evaluation and paranoid proofs where they are cheap.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "games/skat/value.hpp"
#include "players/skat/hand_model.hpp"
#include "players/skat/sure_games.hpp"

namespace kiebitz::players::skat {

/// A game the declarer could announce, with the best discard for it.
struct Announcement {
    Contract contract;
    Cards put_away = 0;  // none in hand games
    double win = 0;      // the chance to win
    int value = 0;       // if just made; of a sure game what is certain
    double score = 0;    // expected Seeger-Fabian points, less what the defenders gain
    bool sure = false;   // proved against all layouts
};

/// What a player may expect before seeing the skat, at every bid of kBids.
struct Prospects {
    std::array<double, kBids.size()> win{};  // taking up the skat
    std::array<double, kBids.size()> score{};
    std::array<double, kBids.size()> value{};            // of these games
    std::array<double, kBids.size()> null_share{};       // skats with which null promises most
    std::array<Announcement, kBids.size()> hand_game{};  // the best without it
};

/// Expected Seeger-Fabian points of a game, less what a defender gets when it is lost.
constexpr double expected_score(double win, int value) {
    const Stakes at_stake = stakes(value);
    return win * at_stake.won + (1 - win) * (at_stake.lost - at_stake.defender);
}

class Bidding {
  public:
    /// `proves`: games that cannot be lost are looked for.
    explicit Bidding(std::shared_ptr<const HandModel> model, bool proves = true)
        : proves_(proves), model_(std::move(model)) {}

    /// The best discard for every game that the bid allows, best game first. Never empty: if the
    /// hand is overbid in every game, the cheapest way to lose is there.
    std::vector<Announcement> announcements(Cards twelve, int seat, int bid) const;

    /// The best discard, given the game.
    Announcement best_discard(const Contract& contract, Cards twelve, int seat) const;

    /// All discards for a game with their chances.
    std::vector<Announcement> discards(const Contract& contract, Cards twelve, int seat) const;

    /// Games without the skat, best first; all values are at least the bid unless the skat spoils
    /// it.
    std::vector<Announcement> hand_games(Cards hand, int seat, int bid) const;

    Prospects prospects(Cards hand, int seat) const;

    /// The best game with each of the 231 skats, at this bid.
    std::vector<Announcement> by_skat(Cards hand, int seat, int bid) const;

    /// Marks and values announcements that cannot be lost. A sure game counts what is certain of
    /// it: schneider and schwarz too, which hand games announce.
    void prove_sure_wins(std::vector<Announcement>& list, Cards cards, int seat, int bid) const;

    /// For games that are likely won but not for certain: another discard that makes them so.
    void find_sure_discards(std::vector<Announcement>& list, Cards twelve, int seat, int bid) const;

    /// Hand games that cannot be lost, each with the least that it is worth whatever the skat
    /// holds, best first.
    std::vector<Announcement> sure_hand_games(Cards hand, int seat) const;

  private:
    /// Whether a proof is tried. The model knows nothing of proofs: it gives a null ouvert 20 %
    /// and a grand 50 % that cannot be lost. Hand games and null are asked about always, as they
    /// are few or cheap; the others from a chance on that lies well below what sure games had.
    static bool worth_proving(const Contract& contract, double win);

    bool prove(Announcement& one, Cards cards, int seat, int bid) const;

    bool proves_;
    std::shared_ptr<const HandModel> model_;
};

/// What the declarer sees at the start of cardplay.
CardView first_view(const Contract& contract, Cards hand, Cards put_away, int seat, int bid);

}  // namespace kiebitz::players::skat
