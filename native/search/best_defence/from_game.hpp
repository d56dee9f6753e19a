// The world graph of any Game: the same public position in several worlds, MAX's seats against the
// rest.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "search/best_defence/world_graph.hpp"

namespace kiebitz::best_defence {

/// Unfolds a game from one state a world; the states differ only in what MAX does not know, so that
/// a move number means the same in all of them. `payoff` gives MAX's payoff of a finished state.
/// Throws std::invalid_argument if the worlds disagree about what MAX can see, std::length_error if
/// there would be more than `max_nodes` nodes.
template <Game S, class MaxMoves, class PayoffOf>
WorldGraph graph_of_worlds(const std::vector<S>& worlds, std::vector<double> probabilities,
                           MaxMoves is_max, PayoffOf payoff, std::size_t max_nodes) {
    if (worlds.size() != probabilities.size()) {
        throw std::invalid_argument("one probability for each world");
    }
    using Position = std::vector<std::pair<std::size_t, S>>;  // the worlds still possible
    struct Hash {
        std::size_t operator()(const Position& position) const {
            std::uint64_t hash = 0;
            for (const auto& [world, state] : position) {
                hash = derive_seed(hash, world, static_cast<std::uint64_t>(state.hash()));
            }
            return hash;
        }
    };
    WorldGraph graph(std::move(probabilities));
    std::unordered_map<Position, NodeId, Hash> known;

    const auto build = [&](const auto& self, const Position& position) -> NodeId {
        if (const auto found = known.find(position); found != known.end()) return found->second;
        if (graph.size() >= max_nodes) throw std::length_error("too many positions");
        const S& first = position.front().second;
        const bool over = first.is_over();
        const bool max_to_move = !over && is_max(first.to_move());
        for (const auto& [world, state] : position) {
            if (state.is_over() != over || (!over && is_max(state.to_move()) != max_to_move)) {
                throw std::invalid_argument("MAX sees the worlds differ in whose turn it is");
            }
        }
        NodeId node;
        if (over) {
            std::vector<Payoff> payoffs(worlds.size(), undefined);
            for (const auto& [world, state] : position) payoffs[world] = payoff(state);
            node = graph.add_leaf(payoffs);
        } else {
            std::vector<Move> moves;
            typename S::Moves legal;
            for (const auto& [world, state] : position) {
                state.legal_moves(legal);
                moves.insert(moves.end(), legal.begin(), legal.end());
            }
            std::sort(moves.begin(), moves.end());
            moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
            std::vector<NodeId> children;
            for (Move move : moves) {
                Position next;
                for (const auto& [world, state] : position) {
                    state.legal_moves(legal);
                    if (std::find(legal.begin(), legal.end(), move) == legal.end()) continue;
                    next.emplace_back(world, state);
                    next.back().second.apply(move);
                }
                children.push_back(self(self, next));
            }
            node = max_to_move ? graph.add_max(children) : graph.add_min(children);
        }
        known.emplace(position, node);
        return node;
    };

    Position root;
    for (std::size_t w = 0; w < worlds.size(); ++w) root.emplace_back(w, worlds[w]);
    build(build, root);
    return graph;
}

}  // namespace kiebitz::best_defence
