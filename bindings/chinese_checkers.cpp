#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/ordering.hpp"
#include "games/chinese_checkers/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

namespace {

using namespace chinese_checkers;

/// The book that `book` evaluations read; set once it is built or loaded.
std::shared_ptr<const ClosingBook>& current_book() {
    static std::shared_ptr<const ClosingBook> book;
    return book;
}

}  // namespace

void register_chinese_checkers(nb::module_& core) {
    nb::module_ module = core.def_submodule("chinese_checkers", "The rules of Chinese Checkers.");
    const auto named = [](const std::string& name, auto&& use) {
        if (name == "distance") return use(Evaluation());
        if (name == "progress") return use(Evaluation(nullptr, Evaluation::Sum::free));
        if (name != "book") {
            throw nb::value_error(
                ("there is no evaluation '" + name + "'; distance, progress, book").c_str());
        }
        if (current_book() == nullptr) throw nb::value_error("no closing book is loaded");
        return use(Evaluation(current_book()));
    };
    bind_multiplayer_game<State, Order>(module, parse, parse_rules, named)
        .def_prop_ro("winner",
                     [](const State& s) {
                         for (int seat = 0; seat < s.players(); ++seat) {
                             if (s.score(seat) > 0) return seat;
                         }
                         return -1;
                     })
        .def_prop_ro("moves_made", &State::moves_made)
        .def_prop_ro(
            "side", [](const State& s) { return int{s.rules().side}; },
            "Holes on a side of a point: 4 on the full board, 3 on the small one.")
        .def(
            "holes",
            [](const State& s, int seat) {
                check_seat(s, seat);
                std::vector<int> holes;
                s.pegs(seat).each([&](int hole) { holes.push_back(hole); });
                return holes;
            },
            nb::arg("seat"), "The numbers of the holes where a seat has its pegs.")
        .def(
            "random_turns",
            [](const State& s, std::uint64_t games, std::uint64_t seed) {
                return play_games(
                    games, seed, [&](Random&) { return s; },
                    [](const State& state, Random& random) { return state.random_turn(random); });
            },
            nb::arg("games"), nb::arg("seed"),
            "Plays games from here to the end, each turn of single steps and jumps chosen at "
            "random; returns the number of turns.")
        .def(
            "steps_to_go",
            [](const State& s, int seat) {
                check_seat(s, seat);
                const int tip = s.star().tip(s.rules().goal(seat));
                int steps = 0;
                s.pegs(seat).each([&](int hole) { steps += s.star().distance(hole, tip); });
                s.star().point(s.rules().goal(seat)).each([&](int hole) {
                    steps -= s.star().distance(hole, tip);
                });
                return steps;
            },
            nb::arg("seat"), "Steps that the seat's pegs are away from filling the goal.");

    nb::class_<ClosingBook>(module, "ClosingBook")
        .def(nb::init<>(), "An unfinished book.")
        .def_static(
            "from_bytes",
            [](const nb::bytes& data) {
                if (data.size() != ClosingBook::kPositions) {
                    throw nb::value_error(
                        "a closing book has one byte for each of 13983816 positions");
                }
                const auto* first = static_cast<const std::uint8_t*>(data.data());
                return ClosingBook(std::vector<std::uint8_t>(first, first + data.size()));
            },
            nb::arg("data"))
        .def("to_bytes",
             [](const ClosingBook& book) {
                 return nb::bytes(reinterpret_cast<const char*>(book.bytes().data()),
                                  book.bytes().size());
             })
        .def_prop_ro("known", &ClosingBook::known)
        .def_prop_ro("is_complete", &ClosingBook::is_complete)
        .def("add_level", &ClosingBook::add_level, nb::call_guard<nb::gil_scoped_release>(),
             "Adds the positions that are one move further away; false when there are none.")
        .def(
            "moves_left",
            [](const ClosingBook& book, const State& s, int seat) {
                check_seat(s, seat);
                if (s.rules().side != 3) throw nb::value_error("the book is for the small board");
                return book.moves_left(s.rules(), s.pegs(seat), seat);
            },
            nb::arg("state"), nb::arg("seat"));
    module.attr("BOOK_POSITIONS") = ClosingBook::kPositions;
    module.def(
        "use_book",
        [](const ClosingBook& book) { current_book() = std::make_shared<ClosingBook>(book); },
        nb::arg("book"), "Makes the evaluation `book` read this book.");
}

}  // namespace kiebitz::bindings
