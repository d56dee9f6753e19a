#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "cards/random.hpp"
#include "registry.hpp"

namespace nb = nanobind;

namespace kiebitz::bindings {

void register_cards(nb::module_& core) {
    nb::module_ cards = core.def_submodule("cards", "Seeds and random numbers.");
    cards.def(
        "derive_seed",
        [](std::uint64_t master, const std::vector<std::uint64_t>& indices) {
            std::uint64_t seed = derive_seed(master);
            for (std::uint64_t index : indices) seed = derive_seed(seed, index);
            return seed;
        },
        nb::arg("master"), nb::arg("indices"),
        "The seed of a part, from the seed of the whole and the part's indices.");
}

}  // namespace kiebitz::bindings
