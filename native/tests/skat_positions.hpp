/// Positions and shorthands for the tests of Skat players.
#pragma once

#include <vector>

#include "games/skat/state.hpp"
#include "players/skat/cardplay.hpp"
#include "players/skat/rule_player.hpp"

namespace kiebitz::players::skat::testing {

inline Simulation start_of(std::uint64_t seed, GameType type, int declarer, bool hand = false) {
    const Deal deal = Deal::random(seed);
    CardView view;
    view.tricks.contract = {type, hand};
    view.tricks.declarer = static_cast<std::int8_t>(declarer);
    view.known.declarer = declarer;
    view.bid = 18;
    return Simulation(view, World{deal.hands, deal.skat});
}

inline DrawnWorlds draw(const Belief& belief, const CardView& view, int wanted, int candidates,
                        std::uint64_t seed) {
    DrawnWorlds drawn;
    players::draw_worlds(belief, view, wanted, candidates, seed, drawn);
    return drawn;
}

inline std::vector<Move> moves_of(const CardView& view) {
    Cardplay::Moves moves;
    Cardplay::legal_moves(view, moves);
    return {moves.begin(), moves.end()};
}

inline MonteCarloOptions worlds_of(int worlds, int candidates) {
    MonteCarloOptions options;
    options.worlds = worlds;
    options.candidates = candidates;
    return options;
}

/// A game played at random down to `cards` cards in the hand of the seat to move.
inline Simulation ending(std::uint64_t seed, GameType type, int cards, bool hand = false) {
    RandomPlayer random;
    Work work;
    Simulation simulation = start_of(seed, type, static_cast<int>(seed % 3), hand);
    for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
        const CardView view = simulation.view(simulation.to_move());
        if (count(view.known.hand) <= cards) break;
        simulation.play(random.choose(view, derive_seed(seed, step), work));
    }
    return simulation;
}

inline std::vector<World> all_worlds(const CardView& view) {
    const Worlds worlds(view.known);
    std::vector<World> list;
    for (std::uint64_t i = 0; i < worlds.count(); ++i) list.push_back(worlds.nth(i));
    return list;
}

}  // namespace kiebitz::players::skat::testing
