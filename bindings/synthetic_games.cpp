#include "games/synthetic/bcd_text.hpp"
#include "games/synthetic/path_game.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_synthetic_games(nb::module_& core) {
    using namespace synthetic;
    using multiplayer::AsListed;
    nb::module_ prefix = core.def_submodule("prefix_game", "Prefix value trees as a game.");
    bind_multiplayer_game<PrefixGame, AsListed>(prefix, parse_prefix_game, parse_prefix_rules,
                                                named_evaluation<TreeEvaluation>())
        .def_prop_ro("exact", [](const PrefixGame& s) { return s.tree().exact(0); });
    nb::module_ maxn = core.def_submodule("maxn_game", "Random trees for several as a game.");
    bind_multiplayer_game<MaxnGame, AsListed>(maxn, parse_maxn_game, parse_maxn_rules,
                                              named_evaluation<TreeEvaluation>());
    nb::module_ bcd = core.def_submodule("bcd_game", "BCD trees as a game.");
    bind_multiplayer_game<BcdGame, AsListed>(bcd, parse_bcd_game, parse_bcd_rules,
                                             named_evaluation<TreeEvaluation>());
}

}  // namespace kiebitz::bindings
