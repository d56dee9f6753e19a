// A MIN player who does not always know the world (001 §2.2).
//
// MIN can tell some worlds from all others, and not the rest from each other: there he has to make
// the same move in all of them, and minimises their sum. So the rest is, to MIN, one world whose
// payoff is that sum, and the game is one of best defence over the known worlds and this one.
#pragma once

#include <stdexcept>
#include <vector>

#include "search/best_defence/world_graph.hpp"

namespace kiebitz::best_defence {

/// The tree as a game of best defence, for worlds that are equally likely and payoffs that are
/// defined everywhere. The first worlds are the known ones in their order, the last is the sum of
/// the rest.
inline WorldGraph with_known_worlds(const WorldGraph& graph, const std::vector<bool>& known) {
    if (known.size() != graph.worlds()) throw std::invalid_argument("one mark for each world");
    std::size_t known_count = 0;
    for (bool is_known : known) known_count += is_known ? 1 : 0;
    const bool rest = known_count < graph.worlds();
    WorldGraph reduced(
        std::vector<double>(known_count + (rest ? 1 : 0), graph.probabilities().front()));
    std::vector<Payoff> payoffs;
    for (NodeId node = 0; node < graph.size(); ++node) {
        if (graph.kind(node) == Kind::max) {
            reduced.add_max(graph.children(node));
        } else if (graph.kind(node) == Kind::min) {
            reduced.add_min(graph.children(node));
        } else {
            payoffs.clear();
            int sum = 0;
            for (std::size_t w = 0; w < graph.worlds(); ++w) {
                const Payoff payoff = graph.payoff(node, w);
                if (payoff == undefined) {
                    throw std::invalid_argument("partial knowledge needs payoffs in every world");
                }
                if (known[w]) {
                    payoffs.push_back(payoff);
                } else {
                    sum += payoff;
                }
            }
            if (rest) payoffs.push_back(static_cast<Payoff>(sum));
            reduced.add_leaf(payoffs);
        }
    }
    return reduced;
}

}  // namespace kiebitz::best_defence
