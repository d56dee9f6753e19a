#include "players/bridge/alpha_mu.hpp"

namespace kiebitz::players::bridge {

using solvers::Limits;

SolvedWorlds::SolvedWorlds(const Limits& limits)
    : engine_(solvers::bridge::make_engine({}, std::size_t{64} << 20)),
      most_(limits.nodes),
      budget_([&] {
          Limits other = limits;
          other.nodes = 0;
          return other;
      }()) {
    Limits each = limits;
    each.nodes = 0;  // of solver and search together: see spend
    engine_->set_limits(each);
}

bool SolvedWorlds::makes(const Position& position, int target, bool north_south) {
    spend();
    const int left = solvers::bridge::tricks_left(position);
    if (target <= 0) return true;
    if (target > left) return false;
    engine_->load(position);
    Card unused = 0;
    return engine_->makes(north_south ? target : left - target + 1, unused) == north_south;
}

int SolvedWorlds::tricks(const Position& position, int guess, bool north_south) {
    const int left = solvers::bridge::tricks_left(position);
    guess = std::clamp(guess, 0, left);
    if (makes(position, guess, north_south)) {
        while (makes(position, guess + 1, north_south)) ++guess;
        return guess;
    }
    do {
        --guess;
    } while (!makes(position, guess, north_south));
    return guess;
}

PublicPlay PublicPlay::of(const State::View& view, int wanted) {
    PublicPlay play;
    play.trump = view.trump;
    play.leader = view.leader;
    play.played = view.played;
    for (std::size_t i = 0; i < 3; ++i) play.trick[i] = view.trick[i];
    play.left = view.sizes[static_cast<std::size_t>(play.to_move())];
    play.target = wanted - view.tricks[static_cast<std::size_t>(view.declarer & 1)];
    return play;
}

Roles Roles::of(const State::View& view) {
    Roles roles;
    roles.declarer = view.declarer;
    const auto seat = static_cast<std::size_t>(view.seat);
    roles.defends = is_north_south(view.seat) != is_north_south(view.declarer);
    roles.decides[seat] = true;
    if (roles.defends) {
        roles.partner = partner_of(view.seat);
    } else {
        roles.decides[static_cast<std::size_t>(partner_of(view.seat))] = true;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        roles.seen[i] = count(view.known[i]) == view.sizes[i];
    }
    return roles;
}

}  // namespace kiebitz::players::bridge
