#include "monte_carlo_binding.hpp"
#include "python_game.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

namespace {

/// A View written in Python: seat, legal_moves and sample(seed), as kiebitz.games.GameView says.
struct PythonView {
    nb::object object;
};

/// A hidden game written in Python, as the players see it. A world is a whole state.
struct PythonCards {
    static constexpr bool kNeedsGil = true;

    using View = PythonView;
    using World = PythonGame;
    using Moves = DynamicMoveList;

    class Worlds {
      public:
        explicit Worlds(const View& view) : view_(view.object) {}
        std::uint64_t count() const { return players::kCountless; }
        World sample(Random& random) const { return nth(random()); }
        // Half of the numbers, so that they are the same in languages without unsigned ones.
        World nth(std::uint64_t seed) const { return World(view_.attr("sample")(seed >> 1)); }
        bool contains(const World&) const { return true; }

      private:
        nb::object view_;
    };

    class Simulation {
      public:
        Simulation(const View&, const World& world) : state_(world) {}
        bool is_over() const { return state_.is_over(); }
        int to_move() const { return state_.to_move(); }
        View view(int seat) const { return {state_.object().attr("view")(seat)}; }
        void play(Move move) { state_.apply(move); }
        const World& state() const { return state_; }

      private:
        World state_;
    };

    static int seat(const View& view) { return nb::cast<int>(view.object.attr("seat")); }
    static void legal_moves(const View& view, Moves& moves) {
        moves.clear();
        const std::size_t n = nb::len(nb::object(view.object.attr("legal_moves")));
        for (std::size_t i = 0; i < n; ++i) moves.push(static_cast<Move>(i));
    }
    static players::Value value(const Simulation& end, const View& view) {
        return {0, static_cast<double>(end.state().score(seat(view)))};
    }
    static double merit(const players::Value& value) { return value.points; }
    static players::Value plain(double value) { return {0, value}; }
    static players::Value voted(double share, const players::Value&) { return plain(share); }
    static bool are_alike(const View&, Move, Move) { return false; }
    static Move manners(const View&) { return 0; }
};

}  // namespace

void register_python_players(nb::module_& core) {
    nb::module_ module = core.def_submodule("python_players",
                                            "The Monte Carlo search over games written in Python.");
    nb::class_<PythonView>(module, "View")
        .def(nb::init<nb::object>(), nb::arg("object"))
        .def_ro("object", &PythonView::object);
    nb::class_<PythonGame>(module, "World")
        .def(nb::init<nb::object>(), nb::arg("object"))
        .def_prop_ro("object", [](const PythonGame& game) { return game.object(); });
    bind_monte_carlo<PythonCards, PythonView>(module, [](const PythonView& view) {
        check(nb::len(nb::object(view.object.attr("legal_moves"))) > 0,
              "this seat is not to move now");
        return view;
    });
}

}  // namespace kiebitz::bindings
