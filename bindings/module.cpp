#include "registry.hpp"

NB_MODULE(_core, core) {
    // Constants of Python modules hold native objects until the interpreter has gone: no leak.
    nanobind::set_leak_warnings(false);
    using namespace kiebitz::bindings;
    core.doc() = "The native core of Kiebitz. Its typed face is the package kiebitz itself.";
    register_best_defence(core);
    register_bridge(core);
    register_bridge_solver(core);
    register_cards(core);
    register_multiplayer(core);
    register_python_players(core);
    register_hearts(core);
    register_spades(core);
    register_sergeant_major(core);
    register_cribbage(core);
    register_chinese_checkers(core);
    register_abalone(core);
    register_skat(core);
    register_skat_solver(core);
    register_tables(core);
    register_synthetic(core);
    register_synthetic_games(core);
    register_two_sided(core);
    register_skat_players(core);
    register_skat_paranoid(core);
    register_skat_locations(core);
    register_skat_bidding(core);
    register_values(core);
}
