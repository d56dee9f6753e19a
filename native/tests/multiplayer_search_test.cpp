#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "games/abalone/evaluation.hpp"
#include "games/abalone/ordering.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/ordering.hpp"
#include "games/cribbage/evaluation.hpp"
#include "games/hearts/evaluation.hpp"
#include "games/hearts/ordering.hpp"
#include "games/sergeant_major/evaluation.hpp"
#include "games/sergeant_major/ordering.hpp"
#include "games/spades/evaluation.hpp"
#include "games/spades/ordering.hpp"
#include "search/multiplayer/search.hpp"

using namespace kiebitz;
using namespace kiebitz::multiplayer;

namespace {

SearchOptions plain_options(Unit unit) {
    SearchOptions options;
    options.maxn.immediate = options.maxn.shallow = options.maxn.speculative = false;
    options.maxn.branch_and_bound = options.maxn.alpha_beta_branch_and_bound = false;
    options.maxn.discrete = false;
    options.maxn.unit = options.paranoid.unit = unit;
    options.deepen = false;
    return options;
}

template <class S>
S walk(S state, int moves, Random& random) {
    typename S::Moves legal;
    for (int i = 0; i < moves && !state.is_over(); ++i) {
        state.legal_moves(legal);
        state.apply(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    return state;
}

/// Plain maxⁿ, all prunings, and all prunings with a transposition table agree; so do minimax with
/// and without alpha-beta and table.
template <class S, class E, class O>
void agree(const S& state, const E& evaluation, const O& ordering, int depth, Unit unit) {
    if (state.is_over()) return;
    multiplayer::Limits limits;
    limits.depth = depth;
    SearchOptions options = plain_options(unit);
    const auto plain = search(state, evaluation, ordering, options, limits);
    for (const std::size_t entries : {std::size_t{0}, std::size_t{1} << 12}) {
        SearchOptions pruned;
        pruned.maxn.unit = unit;
        pruned.deepen = false;
        pruned.table_entries = entries;
        const auto found = search(state, evaluation, ordering, pruned, limits);
        CHECK(found.values == plain.values);
        CHECK(found.move == plain.move);
        CHECK(found.statistics.nodes <= plain.statistics.nodes);
    }
    // Bounds hold for what the search finds, or branch-and-bound would be wrong.
    for (int s = 0; s < state.players(); ++s) {
        CHECK(evaluation.least(state, s) <= plain.values[s]);
        CHECK(evaluation.most(state, s) >= plain.values[s]);
    }
    options.algorithm = Algorithm::paranoid;
    options.paranoid.alpha_beta = false;
    const auto minimax = search(state, evaluation, ordering, options, limits);
    options.paranoid.alpha_beta = true;
    for (const std::size_t entries : {std::size_t{0}, std::size_t{1} << 12}) {
        options.table_entries = entries;
        const auto found = search(state, evaluation, ordering, options, limits);
        CHECK(found.values == minimax.values);
        CHECK(found.move == minimax.move);
    }
    // Another order, and one of moves that are alike, keep a minimax value.
    options.order_by_value = true;
    CHECK(search(state, evaluation, ordering, options, limits).values == minimax.values);
    options.order_by_value = false;
    options.paranoid.alike_once = options.maxn.alike_once = true;
    CHECK(search(state, evaluation, ordering, options, limits).values == minimax.values);
    // So does what was best less deep, tried first.
    SearchOptions deepening = options;
    deepening.deepen = true;
    deepening.table_entries = std::size_t{1} << 12;
    for (const bool first : {false, true}) {
        deepening.paranoid.best_first = first;
        const auto found = search(state, evaluation, ordering, deepening, limits);
        CHECK(found.values == minimax.values);
    }
    // Where every move is wanted, those that are alike have one value without another search.
    options.maxn.exact_root = options.paranoid.exact_root = true;
    const auto once = search(state, evaluation, ordering, options, limits);
    options.paranoid.alike_once = options.maxn.alike_once = false;
    const auto all = search(state, evaluation, ordering, options, limits);
    CHECK(once.statistics.nodes <= all.statistics.nodes);
    REQUIRE(once.moves.size() == all.moves.size());
    for (std::size_t i = 0; i < all.moves.size(); ++i) {
        const auto at = std::find(once.moves.begin(), once.moves.end(), all.moves[i]);
        REQUIRE(at != once.moves.end());
        CHECK(once.each[static_cast<std::size_t>(at - once.moves.begin())] == all.each[i]);
    }
}

/// Evaluations keep what they counted; after long use they still say what a new one says.
template <class E, class S>
void keeps_its_word(const S& start, int games, auto&&... arguments) {
    const E used(arguments...);
    for (int game = 0; game < games; ++game) {
        Random random(derive_seed(7, static_cast<std::uint64_t>(game)));
        for (S state = start; !state.is_over(); state = walk(state, 1, random)) {
            REQUIRE(used.value(state) == E(arguments...).value(state));
        }
    }
}

}  // namespace

TEST_CASE("moves are ordered by their keys, and equal keys stay as they came") {
    Random random(3);
    for (const std::uint32_t different : {1U, 3U, 60U, 64U, 65U, 500U}) {
        for (const std::size_t size : {0U, 1U, 2U, 19U, 20U, 160U, 161U, 400U}) {
            FixedMoveList<512> moves;
            for (std::size_t i = 0; i < size; ++i) moves.push(random.below(1000));
            const auto key = [&](Move move) { return static_cast<int>(move % different) - 40; };
            std::vector<Move> expected(moves.begin(), moves.end());
            std::stable_sort(expected.begin(), expected.end(),
                             [&](Move a, Move b) { return key(a) < key(b); });
            order_by(moves, key);
            CHECK(std::vector<Move>(moves.begin(), moves.end()) == expected);
        }
    }
}

TEST_CASE("what evaluations have counted before changes nothing") {
    Random random(5);
    keeps_its_word<chinese_checkers::Evaluation>(chinese_checkers::State({}), 3);
    keeps_its_word<hearts::Evaluation>(hearts::State::deal({}, random), 60, true);
    keeps_its_word<spades::Evaluation>(spades::State::deal({}, random), 60, true);
    keeps_its_word<sergeant_major::Evaluation>(sergeant_major::State::deal({}, random), 60, true);
}

TEST_CASE("chinese checkers: what a move is worth is known without making it") {
    using namespace chinese_checkers;
    Random random(21);
    for (int round = 0; round < 40; ++round) {
        Rules rules;
        rules.side = round % 2 == 0 ? 4 : 3;
        const State state = walk(State(rules), round % 2 == 0 ? 5 * round : 3 * round, random);
        if (state.is_over()) continue;
        const chinese_checkers::Evaluation evaluation;
        const auto cost = evaluation.cost_of_moves(state);
        const int seat = state.to_move();
        State::Moves moves;
        state.legal_moves(moves);
        for (const Move move : moves) {
            State after = state;
            after.apply(move);
            REQUIRE(cost(move) == evaluation.toil(after, seat) - evaluation.toil(state, seat));
        }
        const auto values = evaluation.value(state);
        Score sum = 0;
        for (const Score value : values) sum += value;
        CHECK(sum == chinese_checkers::Evaluation::kTotal);
    }
}

TEST_CASE("abalone: what the seats stand at sums to the total, and nothing is lost by rounding") {
    Random random(17);
    for (const int players : {2, 3, 4, 5, 6}) {
        abalone::Rules rules;
        rules.players = static_cast<std::uint8_t>(players);
        for (int moves = 0; moves < 120; moves += 5) {
            const auto values =
                abalone::Evaluation().value(walk(abalone::State(rules), moves, random));
            Score sum = 0;
            for (int s = 0; s < players; ++s) sum += values[s];
            CHECK(sum == abalone::Evaluation::kTotal);
        }
    }
}

TEST_CASE("prunings and tables change nothing in the games") {
    Random random(11);
    for (int round = 0; round < 12; ++round) {
        hearts::Rules hearts_rules;
        hearts_rules.players = round % 2 == 0 ? 3 : 4;
        hearts_rules.moon = static_cast<hearts::Moon>(round % 3);
        hearts_rules.jack_of_diamonds_bonus = round % 4 == 0;
        hearts_rules.no_trick_bonus = round % 5 == 0;
        if (round == 4) hearts_rules.left_out = hearts::kQueenOfSpades;
        const int played = hearts_rules.players == 3 ? 36 : 36;
        auto hand = walk(hearts::State::deal(hearts_rules, random), played, random);
        agree(hand, hearts::Evaluation(true), hearts::Order{}, 2, Unit::stage);
        agree(hand, hearts::Evaluation(true, true), hearts::Order{}, 2, Unit::stage);
        agree(walk(hand, 4, random), hearts::Evaluation(false), hearts::Order{}, 9, Unit::stage);

        spades::Rules spades_rules;
        spades_rules.bidding = round % 2 == 0;
        auto bids = walk(spades::State::deal(spades_rules, random), 36, random);
        agree(bids, spades::Evaluation(true), spades::Order{}, 2, Unit::stage);
        agree(walk(bids, 5, random), spades::Evaluation(false), spades::Order{}, 9, Unit::stage);

        auto major = walk(sergeant_major::State::deal({}, random), 38, random);
        agree(major, sergeant_major::Evaluation(true), sergeant_major::Order{}, 2, Unit::stage);

        cribbage::Rules cribbage_rules;
        cribbage_rules.players = static_cast<std::uint8_t>(2 + round % 3);
        auto crib = walk(cribbage::State::deal(cribbage_rules, random), 6, random);
        agree(crib, cribbage::Evaluation(true), cribbage::Order{}, 5, Unit::move);

        chinese_checkers::Rules star_rules;
        star_rules.side = 3;
        star_rules.players = round % 2 == 0 ? 3 : 2;
        const auto pegs = walk(chinese_checkers::State(star_rules), 10 + round, random);
        agree(pegs, chinese_checkers::Evaluation(), chinese_checkers::Order{}, 3, Unit::move);

        abalone::Rules abalone_rules;
        abalone_rules.players = round % 2 == 0 ? 3 : 2;
        const auto marbles = walk(abalone::State(abalone_rules), 20 + round, random);
        agree(marbles, abalone::Evaluation(), abalone::Order{}, 2, Unit::move);
    }
}

TEST_CASE("iterative zero-window search gives the value of every depth (theorem 6.1)") {
    spades::Rules rules;
    rules.bidding = false;
    const spades::Evaluation tricks(false);
    const spades::Order order;
    Random random(2);
    for (int deal = 0; deal < 8; ++deal) {
        auto state = walk(spades::State::deal(rules, random), 30, random);
        while (state.play().on_table > 0) state = walk(state, 1, random);
        spades::State::Moves moves;
        state.legal_moves(moves);
        order.order(state, moves);
        Budget budget;
        Statistics full;
        Statistics zero;
        ParanoidOptions options;
        options.unit = Unit::stage;
        options.objective = Objective::own;
        ParanoidSearch<spades::State, spades::Evaluation, spades::Order> search(
            tricks, order, options, budget, full);
        std::vector<Score> expected;
        for (int depth = 1; depth <= 4; ++depth) {
            expected.push_back(search.search(state, depth, moves).value);
        }
        ParanoidSearch<spades::State, spades::Evaluation, spades::Order> questions(
            tricks, order, options, budget, zero);
        const Score start = state.play().tricks[state.to_move()];
        CHECK(values_by_depth(questions, state, 4, moves, start, 1) == expected);
        CHECK(zero.nodes <= full.nodes);
    }
}

TEST_CASE("whole tricks count as stages, and so does every move before the first one") {
    const auto goes_up = []<class S>(S state, int before_play, int tricks) {
        Random random(11);
        const int first = state.stage();
        int moves = 0;
        for (; state.stage() < 0; ++moves) {
            const int stage = state.stage();
            state = walk(state, 1, random);
            CHECK(state.stage() == stage + 1);
        }
        CHECK(moves == before_play);
        CHECK(first == -before_play);
        while (!state.is_over()) {
            const int stage = state.stage();
            CHECK(stage == state.play().completed);
            state = walk(state, 1, random);
        }
        CHECK(state.stage() == tricks);
    };
    Random random(4);
    hearts::Rules passing;
    passing.pass = hearts::Pass::left;
    goes_up(hearts::State::deal(passing, random), 12, 13);
    goes_up(hearts::State::deal({}, random), 0, 13);
    goes_up(spades::State::deal({}, random), 3, 17);
    sergeant_major::Rules owing;
    owing.surplus = {-2, 3, -1};
    goes_up(sergeant_major::State::deal(owing, random), 3 + 1 + 4, 16);
}

TEST_CASE("limits end a search, and deepening keeps the last whole depth") {
    Random random(4);
    hearts::Rules rules;
    rules.players = 3;
    const auto state = hearts::State::deal(rules, random);
    const hearts::Evaluation evaluation(true);
    SearchOptions options;
    options.maxn.unit = Unit::stage;
    multiplayer::Limits limits;
    limits.nodes = 20000;
    const auto found = search(state, evaluation, hearts::Order{}, options, limits);
    CHECK(found.statistics.nodes <= 20001);
    CHECK(found.depth >= 1);
    CHECK(!found.complete);
    limits = {};
    limits.depth = found.depth;
    options.deepen = false;
    const auto same = search(state, evaluation, hearts::Order{}, options, limits);
    CHECK(same.values == found.values);
    CHECK(same.move == found.move);
    limits = {};
    limits.seconds = 0.02;
    options.deepen = true;
    CHECK(search(state, evaluation, hearts::Order{}, options, limits).seconds < 5);
}

TEST_CASE("a history learned from searches changes the order of moves, not minimax values") {
    Random random(6);
    spades::Rules rules;
    rules.bidding = false;
    HistoryTable history;
    const spades::Evaluation evaluation(true);
    multiplayer::Limits limits;
    limits.depth = 2;
    SearchOptions options;
    options.maxn.unit = options.paranoid.unit = Unit::stage;
    options.learn = &history;
    for (int deal = 0; deal < 5; ++deal) {
        search(spades::State::deal(rules, random), evaluation, spades::Order{}, options, limits);
    }
    std::uint64_t weight = 0;
    for (const auto each : history.weights()) weight += each;
    CHECK(weight > 1000);
    options.learn = nullptr;
    options.algorithm = Algorithm::paranoid;
    const auto state = spades::State::deal(rules, random);
    const auto before = search(state, evaluation, spades::Order{}, options, limits);
    options.history = &history;
    const auto after = search(state, evaluation, spades::Order{}, options, limits);
    CHECK(before.values == after.values);
    CHECK(before.statistics.nodes != after.statistics.nodes);
}

TEST_CASE("a history counts moves, not tricks, and cut-offs and minimax teach it too") {
    Random random(8);
    spades::Rules rules;
    rules.bidding = false;
    const auto state = walk(spades::State::deal(rules, random), 42, random);  // three tricks left
    multiplayer::Limits limits;
    limits.depth = 3;
    for (const Algorithm algorithm :
         {Algorithm::maxn, Algorithm::paranoid, Algorithm::approximate_deep}) {
        HistoryTable history;
        SearchOptions options;
        options.algorithm = algorithm;
        options.maxn.unit = options.paranoid.unit = Unit::stage;
        options.deepen = false;
        options.learn = &history;
        const auto found =
            search(state, spades::Evaluation(true), spades::Order{}, options, limits);
        // Nine cards lie ahead of the first.
        CHECK((history.weight(state, found.move) & std::uint64_t{1} << 9) != 0);
    }
}

TEST_CASE("the closing book knows every seat's way home") {
    using namespace chinese_checkers;
    ClosingBook book;
    CHECK(book.known() == 1);
    CHECK(book.add_level());
    CHECK(book.add_level());
    Rules rules;
    rules.side = 3;
    rules.players = 6;
    Random random(1);
    for (int seat = 0; seat < 6; ++seat) {
        const Star& star = rules.star();
        CHECK(book.moves_left(rules, star.point(rules.goal(seat)), seat) == 0);
        // Two moves away from the goal by the rules are two or less by the book.
        for (int round = 0; round < 20; ++round) {
            std::array<Holes, kMaxSeats> pegs{};
            pegs[seat] = star.point(rules.goal(seat));
            for (int step = 1; step <= 2; ++step) {
                State state(rules, pegs, seat, 0);
                State::Moves moves;
                state.legal_moves(moves);
                const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
                pegs[seat].flip(State::from_of(move));
                pegs[seat].flip(State::to_of(move));
                const int left = book.moves_left(rules, pegs[seat], seat);
                CHECK(left <= step);
                CHECK((left == 0) == (pegs[seat] == star.point(rules.goal(seat))));
            }
        }
    }
}
