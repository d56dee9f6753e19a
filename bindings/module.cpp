#include "registry.hpp"

NB_MODULE(_core, core) {
    using namespace kiebitz::bindings;
    core.doc() = "The native core of Kiebitz. Its typed face is the package kiebitz itself.";
    register_best_defence(core);
    register_cards(core);
    register_skat(core);
    register_synthetic(core);
    register_skat_players(core);
    register_skat_paranoid(core);
    register_skat_bidding(core);
}
