#include "players/bridge/single_dummy.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "players/bridge/alpha_mu.hpp"
#include "solvers/bridge/solver.hpp"

namespace kiebitz::players::bridge {

using solvers::Batch;
using solvers::LimitReached;
using solvers::Limits;

SolvedWorlds::SolvedWorlds(std::size_t count, const Limits& limits, std::size_t memory)
    : most_(limits.nodes), budget_([&] {
          Limits other = limits;
          other.nodes = 0;
          return other;
      }()) {
    Limits each = limits;
    each.nodes = 0;  // of all worlds together: see spend
    for (std::size_t i = 0; i < count; ++i) {
        engines_.push_back(solvers::bridge::make_engine({}, memory));
        engines_.back()->set_limits(each);
    }
}

bool SolvedWorlds::makes(std::size_t world, const Position& position, int target,
                         bool north_south) {
    spend();
    const int left = solvers::bridge::tricks_left(position);
    if (target <= 0) return true;
    if (target > left) return false;
    solvers::bridge::Engine& engine = *engines_[world];
    engine.load(position);
    const std::uint64_t before = engine.budget().nodes();
    Card unused = 0;
    const bool result = engine.makes(north_south ? target : left - target + 1, unused);
    nodes_ += engine.budget().nodes() - before;
    return result == north_south;
}

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

PublicPlay public_play(const State::View& view, int target) {
    PublicPlay play;
    play.trump = view.trump;
    play.leader = view.leader;
    play.played = view.played;
    for (std::size_t i = 0; i < 3; ++i) play.trick[i] = view.trick[i];
    play.left = view.sizes[static_cast<std::size_t>(play.to_move())];
    play.target = target - view.tricks[static_cast<std::size_t>(view.declarer & 1)];
    return play;
}

Roles roles_of(const State::View& view) {
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

Position position_in(const PublicPlay& play, const Hands& hands) {
    Position position;
    position.hands = hands;
    position.trump = play.trump;
    position.leader = play.leader;
    position.played = play.played;
    position.trick = play.trick;
    return position;
}

/// All layouts if they are few, else as many as wanted.
void take_worlds(const SingleDummyQuestion& question, SingleDummyAnswer& answer,
                 std::vector<Hands>& worlds) {
    const Layouts layouts(question.view, question.facts);
    answer.layouts = layouts.count();
    const auto wanted = std::min(static_cast<std::size_t>(question.worlds), kMostWorlds);
    if (answer.layouts && *answer.layouts <= wanted) {
        worlds = layouts.all();
        answer.exhaustive = true;
        return;
    }
    for (std::size_t i = 0; i < wanted; ++i) {
        Random random(derive_seed(question.seed, i));
        const auto drawn = layouts.draw(random);
        if (!drawn) return;
        worlds.push_back(*drawn);
    }
}

/// Averages over double dummy. Worlds count in order; those that a limit leaves out are dropped.
class Averages {
  public:
    Averages(const PublicPlay& play, const State::View& view) : play_(play), view_(view) {}

    void add(const solvers::bridge::Solution& solution, Cards legal) {
        const bool declares = is_north_south(play_.to_move()) == is_north_south(view_.declarer);
        const int won = view_.tricks[static_cast<std::size_t>(view_.declarer & 1)];
        ++worlds_;
        for (const auto& move : solution.moves) {
            if (!contains(legal, move.card)) continue;
            const int own = move.value.lower;
            const int tricks = declares ? own : play_.left - own;
            Sum& sum = sums_[move.card];
            sum.tricks += won + tricks;
            sum.makes += tricks >= play_.target ? 1 : 0;
        }
    }

    std::vector<CardChances> cards() const {
        std::vector<CardChances> list;
        for (const auto& [card, sum] : sums_) {
            list.push_back({card, sum.makes / worlds_, sum.tricks / worlds_, {}});
        }
        return list;
    }

  private:
    struct Sum {
        double tricks = 0;
        double makes = 0;
    };
    const PublicPlay& play_;
    const State::View& view_;
    std::map<Card, Sum> sums_;
    double worlds_ = 0;
};

/// Double dummy in every world, some at a time, until a limit is met.
void average(const SingleDummyQuestion& question, const PublicPlay& play, const Batch& batch,
             Clock::time_point start, std::vector<Hands>& worlds, SingleDummyAnswer& answer) {
    Averages averages(play, question.view);
    const Limits& limits = batch.each;
    std::size_t done = 0;
    const std::size_t step = std::max<std::size_t>(16, 4 * batch.threads);
    bool over = false;
    while (done < worlds.size() && !over) {
        std::vector<Position> positions;
        for (std::size_t i = done; i < std::min(worlds.size(), done + step); ++i) {
            positions.push_back(position_in(play, worlds[i]));
        }
        Batch some = batch;
        some.each.nodes = 0;
        if (limits.seconds > 0 && done > 0) {
            some.each.seconds = std::max(0.001, limits.seconds - since(start));
        } else {
            some.each.seconds = 0;  // the first worlds are always valued
        }
        if (batch.watch) some.watch = [&](std::size_t now) { batch.watch(done + now); };
        const auto solutions = solvers::bridge::solve_many(positions, {solvers::bridge::Moves::all},
                                                           some, {}, std::size_t{16} << 20);
        for (std::size_t i = 0; i < solutions.size() && !over; ++i) {
            if (!solutions[i].complete) {
                over = true;
                break;
            }
            averages.add(solutions[i], solvers::bridge::legal_cards(positions[i]));
            answer.nodes += solutions[i].nodes;
            ++done;
            over = limits.nodes != 0 && answer.nodes >= limits.nodes;
        }
        over = over || (limits.seconds > 0 && since(start) >= limits.seconds);
    }
    if (done < worlds.size()) {
        worlds.resize(done);
        answer.complete = answer.exhaustive = false;
    }
    answer.cards = averages.cards();
    answer.worlds = done;
    answer.depth = 1;
}

template <std::size_t Words>
void against_best_defence(const SingleDummyQuestion& question, const PublicPlay& play,
                          const Limits& limits, const std::vector<Hands>& worlds,
                          SingleDummyAnswer& answer) {
    // About 200 MB for all tables together.
    const std::size_t memory = std::clamp<std::size_t>((std::size_t{200} << 20) / worlds.size(),
                                                       std::size_t{1} << 16, std::size_t{8} << 20);
    SolvedWorlds solved(worlds.size(), limits, memory);
    const bool defends = roles_of(question.view).defends;
    // One move deep it is the average that is known already.
    for (CardChances& card : answer.cards) card.best_defence = card.makes;
    try {
        for (int depth = 2; depth <= question.depth; ++depth) {
            AlphaMu<Words> search(roles_of(question.view), worlds, solved);
            const auto values = search.root(play, depth, question.all_cards);
            for (CardChances& card : answer.cards) {
                for (const auto& value : values) {
                    if (!contains(value.group, card.card)) continue;
                    const double share =
                        static_cast<double>(value.wins) / static_cast<double>(worlds.size());
                    card.best_defence.reset();
                    if (value.searched) card.best_defence = defends ? 1 - share : share;
                }
            }
            answer.depth = depth;
            if (!search.is_cut()) {
                answer.exact = answer.exhaustive;
                answer.depth = question.depth;
                break;
            }
        }
    } catch (const LimitReached&) {
        answer.complete = false;
    }
    answer.nodes += solved.nodes();
}

}  // namespace

SingleDummyAnswer single_dummy(const SingleDummyQuestion& question, const Batch& batch) {
    const auto start = Clock::now();
    SingleDummyAnswer answer;
    std::vector<Hands> worlds;
    take_worlds(question, answer, worlds);
    const PublicPlay play = public_play(question.view, question.target);
    if (worlds.empty() || play.left == 0) return answer;
    average(question, play, batch, start, worlds, answer);

    Limits limits = batch.each;
    if (limits.nodes != 0) limits.nodes -= std::min(limits.nodes - 1, answer.nodes);
    if (limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - since(start));
    if (batch.watch) {
        const std::size_t done = worlds.size();
        limits.watch = [&batch, done] { batch.watch(done); };
    }
    if (!answer.complete) {
        for (CardChances& card : answer.cards) card.best_defence = card.makes;
    } else if (worlds.size() <= 64) {
        against_best_defence<1>(question, play, limits, worlds, answer);
    } else if (worlds.size() <= 256) {
        against_best_defence<4>(question, play, limits, worlds, answer);
    } else {
        against_best_defence<kMostWorlds / 64>(question, play, limits, worlds, answer);
    }

    const bool declares = is_north_south(play.to_move()) == is_north_south(question.view.declarer);
    const double sign = declares ? 1 : -1;
    std::stable_sort(answer.cards.begin(), answer.cards.end(),
                     [&](const CardChances& a, const CardChances& b) {
                         const double worst = declares ? -1 : 2;
                         const double x = a.best_defence.value_or(worst) * sign;
                         const double y = b.best_defence.value_or(worst) * sign;
                         if (x != y) return x > y;
                         if (a.makes != b.makes) return a.makes * sign > b.makes * sign;
                         if (a.tricks != b.tricks) return a.tricks * sign > b.tricks * sign;
                         return rank_of(a.card) < rank_of(b.card);
                     });
    answer.seconds = since(start);
    return answer;
}

}  // namespace kiebitz::players::bridge
