#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "checks.hpp"
#include "registry.hpp"
#include "skat_solver_binding.hpp"
#include "values/dense.hpp"
#include "values/estimator.hpp"
#include "values/probcut.hpp"
#include "values/samples.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

using namespace kiebitz::values;

namespace {

using Arrays = std::map<std::string, nb::bytes>;

/// Numbers out of the bytes of a weights file; they need not lie at a multiple of their size.
template <class T>
std::vector<T> numbers(const nb::bytes& bytes, const std::string& name) {
    check(bytes.size() % sizeof(T) == 0, "array '" + name + "' is cut off");
    std::vector<T> result(bytes.size() / sizeof(T));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
}

template <class T>
std::vector<T> array(const Arrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    check(found != arrays.end(), "array '" + name + "' is missing");
    return numbers<T>(found->second, name);
}

Network checked_network(Game game, const std::string& prefix, const Arrays& arrays) {
    std::vector<std::vector<std::int8_t>> weights;
    std::vector<std::vector<std::int32_t>> biases;
    weights.reserve(16);
    biases.reserve(16);
    const auto layer = [&](const std::string& name) -> NetworkArrays::Layer {
        const std::string full = prefix + "." + name;
        weights.push_back(array<std::int8_t>(arrays, full + ".weights"));
        biases.push_back(array<std::int32_t>(arrays, full + ".bias"));
        return {static_cast<int>(biases.back().size()), weights.back(), biases.back()};
    };
    NetworkArrays parts;
    parts.suit1 = layer("suit1");
    parts.suit2 = layer("suit2");
    if (game != Game::null) {
        parts.trump1 = layer("trump1");
        parts.trump2 = layer("trump2");
        parts.known = layer("known");
    }
    for (std::size_t player = 0; player < 3; ++player) {
        const std::string number = std::to_string(player);
        parts.hidden[player] = layer("hidden" + number);
        parts.deep[player] = layer("deep" + number);
        parts.output[player] = layer("output" + number);
    }
    const auto contexts = array<std::int32_t>(arrays, prefix + ".contexts");
    const auto table_cards = array<std::int32_t>(arrays, prefix + ".table_cards");
    parts.contexts = contexts;
    parts.table_cards = table_cards;
    std::string problem = problem_of(game, parts);
    if (problem.empty() && parts.output[0].rows != 2) problem = "the output layer";
    check(problem.empty(), prefix + ": " + problem + " has another shape");
    return {game, parts};
}

std::shared_ptr<Estimator> checked_estimator(const Arrays& arrays) {
    const auto numbers = array<float>(arrays, "deviations");
    std::array<Deviations, 2> deviations{};
    check(numbers.size() * sizeof(float) == sizeof(deviations), "deviations have another shape");
    for (float one : numbers) check(one >= 0 && one <= 120, "deviations are from 0 to 120 points");
    std::memcpy(&deviations, numbers.data(), sizeof(deviations));
    return std::make_shared<Estimator>(checked_network(Game::suit, "suit", arrays),
                                       checked_network(Game::grand, "grand", arrays),
                                       checked_network(Game::null, "null", arrays), deviations);
}

std::tuple<double, double, bool> estimate(const Estimator& estimator, const Position& position) {
    const OpenHand hand = open_hand(position);
    if (hand.game == Game::null) {
        const NullEstimate found = estimator.null(hand);
        return {found.chance, found.survived, true};
    }
    const PointsEstimate found = estimator.points(hand);
    const int won = position.points + kiebitz::skat::points_in(position.skat);
    return {found.points + won, found.deviation, false};
}

double checked_confidence(double confidence) {
    check(confidence > 0 && confidence < 1,
          "a confidence lies between 0 and 1, not " + std::to_string(confidence));
    return confidence;
}

/// Samples that `make(watch)` makes, as bytes; Ctrl-C ends it.
template <class Make>
nb::bytes bytes_of(Make make) {
    const std::vector<Sample> samples =
        without_gil([&] { return make([](std::size_t) { look_for_signals(); }); });
    return nb::bytes(reinterpret_cast<const char*>(samples.data()),
                     samples.size() * sizeof(Sample));
}

/// The outputs of one network for samples as label_games gives them, for tests.
std::vector<std::vector<int>> network_outputs(const Estimator& estimator, int game,
                                              const nb::bytes& samples, bool portable) {
    check_range("game", game, 0, 2);
    const Network& network = estimator.network(static_cast<Game>(game));
    std::vector<std::vector<int>> result;
    for (const Sample& sample : numbers<Sample>(samples, "samples")) {
        check(sample.player < 3 && sample.played < 3 && sample.trick[0] < 32 &&
                  sample.trick[1] < 32 && (sample.hands[0] & sample.hands[1]) == 0 &&
                  ((sample.hands[0] | sample.hands[1]) & sample.hands[2]) == 0,
              "a sample is no position");
        std::array<std::int32_t, kMostOutputs> out{};
        const bool sees = sample.game < 2;
        network.evaluate(network.ways_of(sample.hands),
                         {sample.player,
                          sample.played,
                          {sample.trick[0], sample.trick[1]},
                          {sees ? std::min<int>(sample.lower, 120) : 0,
                           sees ? std::min<int>(sample.upper, 120) : 0},
                          sees ? std::min<int>(sample.rest, 120) : 0},
                         out.data(), nullptr,
                         portable ? portable_dense_kernels() : dense_kernels());
        result.emplace_back(out.begin(), out.begin() + network.outputs());
    }
    return result;
}

}  // namespace

void register_values(nb::module_& core) {
    nb::module_ m = core.def_submodule("values", "Estimates of open-hand positions.");
    m.attr("MOST_DEALS") = kMostDeals;
    m.attr("BINS") = kBins;
    m.def("spreads", [] { return std::vector<float>(kSpreads.begin(), kSpreads.end()); });
    m.attr("SPREAD_UNIT") = kSpreadUnit;

    nb::class_<Estimator>(m, "Estimator")
        .def(nb::new_(&checked_estimator), "arrays"_a)
        .def("estimate", &estimate, "position"_a)
        .def("network_outputs", &network_outputs, "game"_a, "samples"_a, "portable"_a);

    using Shared = SharedSolver<ApproximateSolver>;
    m.attr("DEFAULT_MEMORY") = ApproximateSolver::kDefaultMemory;
    nb::class_<Shared>(m, "ApproximateSolver")
        .def(
            "__init__",
            [](Shared* self, const std::shared_ptr<Estimator>& estimator, double confidence,
               const solvers::skat::TrumpOptions& trumps, const solvers::skat::NullOptions& nulls,
               std::size_t memory) {
                new (self) Shared(checked_options(trumps, nulls), checked_memory(memory), estimator,
                                  checked_confidence(confidence));
            },
            "estimator"_a, "confidence"_a, "trumps"_a, "nulls"_a, "memory"_a)
        .def("solve", &solve_shared<ApproximateSolver>, "position"_a, "moves"_a, "line"_a,
             "threshold"_a, "guess"_a.none(), "nodes"_a, "seconds"_a)
        .def("forget", &Shared::forget)
        .def_prop_ro("bytes", &Shared::bytes);

    m.def(
        "solve_many",
        [](const std::vector<Position>& positions, bool moves, int threshold, std::uint64_t nodes,
           double seconds, const std::shared_ptr<Estimator>& estimator, double confidence,
           const solvers::skat::TrumpOptions& trumps, const solvers::skat::NullOptions& nulls,
           std::size_t memory, int threads, const nb::object& progress) {
            const auto question = checked_question(moves, false, threshold, {});
            const auto options = checked_options(trumps, nulls);
            checked_memory(memory);
            checked_confidence(confidence);
            return in_batch(
                threads, checked_limits(nodes, seconds), progress,
                [&](const solvers::Batch& batch) {
                    std::vector<solvers::skat::Solution> solutions(positions.size());
                    ask_many(
                        positions.size(), batch,
                        [&] { return ApproximateSolver(options, memory, estimator, confidence); },
                        [&](ApproximateSolver& solver, std::size_t i,
                            const solvers::Limits& limits) {
                            solutions[i] = solver.solve(positions[i], question, limits);
                        });
                    return solutions;
                });
        },
        "positions"_a, "moves"_a, "threshold"_a, "nodes"_a, "seconds"_a, "estimator"_a,
        "confidence"_a, "trumps"_a, "nulls"_a, "memory"_a, "threads"_a, "progress"_a.none());

    m.def(
        "label_games",
        [](const std::vector<Position>& deals, std::uint64_t first, std::uint64_t seed, int walks,
           double within_tricks, int threads) {
            check(static_cast<int>(deals.size()) < kMostDeals, "too many deals in one call");
            check_range("walks", walks, 1, 1000);
            check_chance("within_tricks", within_tricks);
            check_range("threads", threads, 1, 1024);
            SampleOptions options;
            options.walks = walks;
            options.within_tricks = within_tricks;
            return bytes_of([&](const Watch& watch) {
                return label_games(deals, first, seed, options, threads, watch);
            });
        },
        "deals"_a, "first"_a, "seed"_a, "walks"_a, "within_tricks"_a, "threads"_a);
    m.def(
        "label_searches",
        [](std::uint64_t first, int deals, std::uint64_t seed, int threads) {
            check_range("deals", deals, 0, kMostDeals - 1);
            check_range("threads", threads, 1, 1024);
            return bytes_of([&](const Watch& watch) {
                return label_searches(first, deals, seed, threads, watch);
            });
        },
        "first"_a, "deals"_a, "seed"_a, "threads"_a);
    m.def(
        "label_tricks",
        [](std::uint64_t first, int deals, std::uint64_t seed, int threads) {
            check_range("deals", deals, 0, kMostDeals - 1);
            check_range("threads", threads, 1, 1024);
            return bytes_of([&](const Watch& watch) {
                return label_tricks(first, deals, seed, {}, threads, watch);
            });
        },
        "first"_a, "deals"_a, "seed"_a, "threads"_a);
}

}  // namespace kiebitz::bindings
