#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "players/skat/achievable.hpp"
#include "players/skat/paranoid.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace players::skat;

CardView declarers_view(const View& view) {
    if (view.table.phase != Phase::kPlay || view.seat != view.table.declarer) {
        throw nb::value_error("only the declarer, during cardplay, can be paranoid");
    }
    if (Worlds(view).count() == 0) throw nb::value_error("no distribution of cards fits this View");
    return CardView::of(view);
}

}  // namespace

void register_skat_paranoid(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat_paranoid", "What cannot be lost any more.");

    nb::enum_<Proof>(module, "Proof")
        .value("NO", Proof::kNo)
        .value("YES", Proof::kYes)
        .value("UNKNOWN", Proof::kUnknown);

    nb::class_<ParanoidSearch>(module, "ParanoidSearch")
        .def(
            "__init__",
            [](ParanoidSearch* self, int table_bits) {
                if (table_bits < 4 || table_bits > 26) throw nb::value_error("4 to 26 table bits");
                new (self) ParanoidSearch(table_bits);
            },
            "table_bits"_a = 18)
        .def(
            "proves",
            [](ParanoidSearch& search, const View& view, const Goal& goal, std::uint64_t limit) {
                const CardView cards = declarers_view(view);
                nb::gil_scoped_release release;
                return search.proves(cards, goal, limit);
            },
            "view"_a, "goal"_a, "nodes"_a = 0)
        .def(
            "sure_cards",
            [](ParanoidSearch& search, const View& view, const Goal& goal, std::uint64_t limit) {
                const CardView cards = declarers_view(view);
                if (!view.may_move()) throw nb::value_error("the declarer is not to move");
                nb::gil_scoped_release release;
                bool complete = false;
                const Cards sure = search.sure_cards(cards, goal, limit, complete);
                return std::pair(sure, complete);
            },
            "view"_a, "goal"_a, "nodes"_a = 0,
            "The cards after which the goal is still certain, and whether all could be settled.")
        .def(
            "sure_points",
            [](ParanoidSearch& search, const View& view, std::uint64_t limit) {
                const CardView cards = declarers_view(view);
                if (cards.type() == GameType::kNull) throw nb::value_error("null has no points");
                nb::gil_scoped_release release;
                bool complete = false;
                const int points = search.sure_points(cards, limit, complete);
                return std::pair(points, complete);
            },
            "view"_a, "nodes"_a = 0)
        .def_prop_ro("nodes", &ParanoidSearch::nodes);

    const auto check_worlds = [](const CardView& view, const std::vector<World>& worlds) {
        const Worlds possible(view.known);
        for (const World& world : worlds) {
            if (!possible.contains(world)) throw nb::value_error("a world contradicts the View");
        }
    };
    module.def(
        "achievable_set",
        [=](const View& view, const std::vector<World>& list, const Goal& goal,
            std::uint64_t limit) {
            const CardView cards = declarers_view(view);
            check_worlds(cards, list);
            std::vector<std::size_t> order(list.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            nb::gil_scoped_release release;
            AchievableSearch search;
            return grow_achievable_set(search, cards, list, order, goal, limit);
        },
        "view"_a, "worlds"_a, "goal"_a, "nodes"_a = 0,
        "The indices of worlds in all of which one strategy reaches the goal, grown in this "
        "order.");
    module.def(
        "largest_achievable_set",
        [=](const View& view, const std::vector<World>& list, const Goal& goal, int tries,
            std::uint64_t limit) {
            if (tries < 1 || tries > 1000) throw nb::value_error("tries must be 1 to 1000");
            const CardView cards = declarers_view(view);
            check_worlds(cards, list);
            nb::gil_scoped_release release;
            return largest_achievable_set(cards, list, goal, tries, limit);
        },
        "view"_a, "worlds"_a, "goal"_a, "tries"_a, "nodes"_a = 0,
        "The indices of the largest of some sets, in ascending order.");
}

}  // namespace kiebitz::bindings
