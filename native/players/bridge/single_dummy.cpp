#include "players/bridge/single_dummy.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "players/bridge/alpha_mu.hpp"
#include "players/bridge/cardplay.hpp"

namespace kiebitz::players::bridge {

using solvers::Batch;
using solvers::LimitReached;
using solvers::Limits;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// About as many worlds as are valued between two looks at the clock and at Ctrl-C.
std::size_t step_of(const Batch& batch) {
    return std::max<std::size_t>(16, 4 * batch.threads);
}

/// Of the seconds that may be used; the rest is for best defence, in the worlds valued until then.
constexpr double kShareOfAverage = 0.6;

/// The cards double dummy on average, in all layouts if they are few. Worlds that a limit leaves
/// out do not count; the first few are always valued.
std::vector<Hands> average(const SingleDummyQuestion& question, const Batch& batch,
                           Clock::time_point start, SingleDummyAnswer& answer) {
    const auto layouts = std::make_shared<const Layouts>(question.view, question.facts);
    answer.layouts = layouts->count();
    const CardView view{question.view, question.target, layouts};
    MonteCarloOptions options;
    options.worlds =
        static_cast<int>(std::min(static_cast<std::size_t>(question.worlds), kMostWorlds));
    options.threads = static_cast<int>(batch.threads);
    options.remember = true;
    options.value_forced = true;
    MonteCarloSearch search(std::make_shared<const UniformBelief<Cardplay>>(),
                            std::make_unique<DoubleDummyEvaluation>(std::size_t{16} << 20),
                            options);
    search.start(view, question.seed);

    Limits limits = batch.each;
    if (question.depth > 1) limits.seconds *= kShareOfAverage;
    const auto wanted = static_cast<std::size_t>(options.worlds);
    std::exception_ptr failure;
    MoreWork more;
    if (batch.watch) {
        more.interrupted = [&] {
            try {
                batch.watch(search.worlds());
            } catch (...) {
                failure = std::current_exception();
            }
            return failure != nullptr;
        };
    }
    const auto is_spent = [&] {
        return (limits.nodes != 0 && search.nodes() >= limits.nodes) ||
               (limits.seconds > 0 && since(start) >= limits.seconds);
    };
    bool may_run = true;
    while (may_run && search.worlds() < wanted && !(search.worlds() > 0 && is_spent())) {
        more.worlds = std::min(step_of(batch), wanted - search.worlds());
        if (limits.nodes != 0) more.nodes = limits.nodes - search.nodes();
        if (limits.seconds > 0 && search.worlds() > 0) {
            more.seconds = std::max(0.001, limits.seconds - since(start));
        }
        may_run = search.run(more);
        if (failure) std::rethrow_exception(failure);
    }

    answer.exhaustive = search.is_exhaustive();
    answer.complete = answer.exhaustive || search.worlds() == wanted;
    answer.worlds = search.worlds();
    answer.nodes = search.nodes();
    answer.depth = 1;
    const int all = question.view.tricks[0] + question.view.tricks[1] +
                    question.view.sizes[static_cast<std::size_t>(view.to_move())];
    for (std::size_t i = 0; search.worlds() > 0 && i < search.moves().size(); ++i) {
        const Value value = search.value(i), error = search.error(i);
        CardChances card{static_cast<Card>(search.moves()[i])};
        card.makes = view.declares() ? value.win : 1 - value.win;
        card.tricks = view.declares() ? value.points : all - value.points;
        card.makes_error = error.win;
        card.tricks_error = error.points;
        answer.cards.push_back(card);
    }
    const std::size_t moves = search.moves().size();
    for (std::size_t world = 0; world < search.remembered().size(); ++world) {
        SeenWorld seen{search.remembered().worlds[world], {}};
        for (std::size_t i = 0; i < moves; ++i) {
            const Value& value = search.remembered_values()[world * moves + i];
            const int own = static_cast<int>(value.points);
            seen.ends.push_back({static_cast<Card>(search.moves()[i]),
                                 (value.win > 0.5) == view.declares(),
                                 view.declares() ? own : all - own});
        }
        answer.seen.push_back(std::move(seen));
    }
    return search.remembered().worlds;
}

/// Best first, by best defence, then double dummy, then tricks; of equals the lower card.
void sort_cards(std::vector<CardChances>& cards, bool declares) {
    const double sign = declares ? 1 : -1;
    std::stable_sort(cards.begin(), cards.end(), [&](const CardChances& a, const CardChances& b) {
        const double worst = declares ? -1 : 2;
        const double x = a.best_defence.value_or(worst) * sign;
        const double y = b.best_defence.value_or(worst) * sign;
        if (x != y) return x > y;
        if (a.makes != b.makes) return a.makes * sign > b.makes * sign;
        if (a.tricks != b.tricks) return a.tricks * sign > b.tricks * sign;
        return rank_of(a.card) < rank_of(b.card);
    });
}

/// Deeper and deeper, so that a limit leaves what was found before it.
template <std::size_t Words>
void against_best_defence(const SingleDummyQuestion& question, const PublicPlay& play,
                          const Limits& limits, const std::vector<Hands>& worlds,
                          SingleDummyAnswer& answer) {
    SolvedWorlds solved(limits);
    const bool defends = Roles::of(question.view).defends;
    // One move deep it is the average that is known already.
    for (CardChances& card : answer.cards) card.best_defence = card.makes;
    try {
        AlphaMu<Words> search(Roles::of(question.view), worlds, solved);
        search.know(play, [&](std::size_t world, Card card) {
            const auto& ends = answer.seen[world].ends;
            const auto end = std::find_if(ends.begin(), ends.end(),
                                          [&](const auto& one) { return one.card == card; });
            return end->makes != defends;
        });
        for (int depth = 2; depth <= question.depth; ++depth) {
            const auto values = search.root(play, depth, true);
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
            const bool is_cut = search.is_cut();
            if (!is_cut) {
                answer.exact = answer.exhaustive;
                answer.depth = question.depth;
            }
            sort_cards(answer.cards, !defends);
            answer.plan.clear();  // a limit may end what follows
            for (const auto& value : values) {
                const Card best = answer.cards.front().card;
                if (defends || !contains(value.group, best)) continue;
                answer.plan = search.plan(play, best, depth, value.won, kMostPlanned);
                for (std::size_t w = 0; w < worlds.size(); ++w) {
                    answer.seen[w].plan_wins = value.won.test(w);
                }
            }
            if (!is_cut) break;
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
    const PublicPlay play = PublicPlay::of(question.view, question.target);
    if (play.left == 0) return answer;
    const std::vector<Hands> worlds = average(question, batch, start, answer);
    if (worlds.empty()) return answer;

    Limits limits = batch.each;
    if (limits.nodes != 0) limits.nodes -= std::min(limits.nodes - 1, answer.nodes);
    if (limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - since(start));
    if (batch.watch) {
        const std::size_t done = worlds.size();
        limits.watch = [&batch, done] { batch.watch(done); };
    }
    if (batch.each.nodes != 0 && !answer.complete) {
        for (CardChances& card : answer.cards) card.best_defence = card.makes;
    } else if (worlds.size() <= 64) {
        against_best_defence<1>(question, play, limits, worlds, answer);
    } else if (worlds.size() <= 256) {
        against_best_defence<4>(question, play, limits, worlds, answer);
    } else {
        against_best_defence<kMostWorlds / 64>(question, play, limits, worlds, answer);
    }

    sort_cards(answer.cards,
               is_north_south(play.to_move()) == is_north_south(question.view.declarer));
    answer.seconds = since(start);
    return answer;
}

}  // namespace kiebitz::players::bridge
