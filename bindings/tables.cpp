#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "registry.hpp"
#include "solver_binding.hpp"
#include "solvers/skat/solver.hpp"
#include "solvers/tables/null_diagrams.hpp"
#include "solvers/tables/null_forest.hpp"
#include "solvers/tables/oracle.hpp"
#include "solvers/tables/table_file.hpp"
#include "solvers/tables/trump_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace solvers;

nb::bytes as_bytes(const std::vector<std::byte>& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

std::vector<std::span<const std::byte>> views_of(const std::vector<nb::bytes>& parts) {
    std::vector<std::span<const std::byte>> views;
    for (const nb::bytes& part : parts) {
        views.emplace_back(reinterpret_cast<const std::byte*>(part.c_str()), part.size());
    }
    return views;
}

void copy_text(char* to, std::size_t size, const std::string& text) {
    std::memcpy(to, text.data(), std::min(size - 1, text.size()));
}

void check_part(int part, int parts) {
    check(parts >= 1 && part >= 0 && part < parts, "there is no such part");
}

nb::bytes build_null_part(int cards, int part, int parts) {
    check_range("cards", cards, 1, 10);
    check_part(part, parts);
    std::vector<std::byte> bytes;
    {
        const nb::gil_scoped_release release;
        bytes = solvers::skat::build_null_part(cards, part, parts,
                                               solvers::skat::shared_null_forests());
    }
    return as_bytes(bytes);
}

solvers::skat::Kind checked_kind(const std::string& kind) {
    check(kind == "suit" || kind == "grand", "a kind is suit or grand");
    return kind == "suit" ? solvers::skat::Kind::suit : solvers::skat::Kind::grand;
}

std::shared_ptr<const solvers::skat::TrumpTable> trump_table(const std::string& kind, int cards) {
    auto file = find_table(kind, cards);
    check(file != nullptr, "the table is missing");
    return std::make_shared<const solvers::skat::TrumpTable>(checked_kind(kind), std::move(file));
}

/// By number of splits: splits, ownerships of each, valuations of all.
std::tuple<std::size_t, double, std::uint64_t> count_table(const std::string& kind, int cards) {
    const auto own = checked_kind(kind);
    check_range("cards", cards, 1, 10);
    const auto splits = solvers::skat::splits_of(own, cards);
    std::uint64_t valuations = 0;
    for (const auto& split : splits) valuations += solvers::skat::count_valuations(own, split);
    return {splits.size(), solvers::skat::count_ownerships(cards), valuations};
}

/// Rows of some split: how often each occurs, its tentpoles (value, high, low) and, for every
/// number of them that is kept, greedily, how many valuations are not exact any more.
std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> row_curves(
    const std::string& kind, int cards, int split, std::size_t most) {
    const auto own = checked_kind(kind);
    check_range("cards", cards, 1, 4);
    const auto splits = solvers::skat::table_splits(own, cards, 0);
    check_range("split", split, 0, static_cast<int>(splits.size()) - 1);
    return solvers::skat::row_curves(own, cards, splits[static_cast<std::size_t>(split)], most,
                                     trump_table(kind, cards));
}

void register_trumps(nb::module_& m) {
    m.def("count", &count_table, "kind"_a, "cards"_a,
          "Splits, ownerships of each and valuations of all (thesis tables 8.1 and 8.2).");
    m.def(
        "build_trump_part",
        [](const std::string& kind, int cards, int part, int parts, int splits) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 1, 5);
            check_part(part, parts);
            std::vector<std::byte> bytes;
            {
                const nb::gil_scoped_release release;
                bytes = solvers::skat::build_trump_part(own, cards, part, parts, splits);
            }
            return as_bytes(bytes);
        },
        "kind"_a, "cards"_a, "part"_a, "parts"_a, "splits"_a);
    m.def(
        "count_cells",
        [](const std::string& kind, const std::vector<solvers::skat::Position>& positions,
           int cards) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 2, 5);
            const nb::gil_scoped_release release;
            return solvers::skat::count_cells(own, positions, cards);
        },
        "kind"_a, "positions"_a, "cards"_a,
        "How often each fine split with a leader is asked for when these positions are solved.");
    m.def("cell_ownerships", &solvers::skat::ownerships_of_cell, "cell"_a);
    m.def(
        "build_trump_cells",
        [](const std::string& kind, int cards, const std::vector<std::uint64_t>& cells) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 2, 5);
            std::vector<std::byte> bytes;
            {
                const nb::gil_scoped_release release;
                bytes = solvers::skat::build_trump_cells(own, cards, cells,
                                                         trump_table(kind, cards - 1));
            }
            return as_bytes(bytes);
        },
        "kind"_a, "cards"_a, "cells"_a,
        "Rows of some fine splits with a leader, from the complete table of one card less.");
    m.def(
        "merge_trump_parts",
        [](const std::string& kind, const std::vector<nb::bytes>& parts, std::size_t most,
           const std::string& weight) {
            using solvers::skat::RowWeight;
            const auto own = checked_kind(kind);
            check(weight == "naive" || weight == "frequency" || weight == "deals",
                  "a weight is naive, frequency or deals");
            const auto by = weight == "naive"       ? RowWeight::naive
                            : weight == "frequency" ? RowWeight::frequency
                                                    : RowWeight::deals;
            const auto views = views_of(parts);
            std::vector<std::byte> payload;
            {
                const nb::gil_scoped_release release;
                payload = solvers::skat::merge_trump_parts(own, views, most, by);
            }
            const solvers::skat::TrumpTable table(own, std::span<const std::byte>(payload));
            const auto& sizes = table.sizes();
            return std::tuple(
                as_bytes(payload),
                std::vector<std::size_t>{sizes.splits, sizes.nodes, sizes.rows, sizes.tentpoles,
                                         sizes.full_tentpoles, sizes.ownerships, sizes.missing});
        },
        "kind"_a, "parts"_a, "most"_a = 0, "weight"_a = "deals",
        "The payload; fine splits with leaders, nodes of a diagram, rows, tentpoles, tentpoles of "
        "full rows, ownerships, ownerships without a row.");
    m.def(
        "share",
        [](const std::string& kind, int cards, int splits) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 1, 10);
            double sum = 0;
            for (const auto& split : solvers::skat::table_splits(own, cards, splits)) {
                sum += solvers::skat::share_of(own, split);
            }
            return sum;
        },
        "kind"_a, "cards"_a, "splits"_a, "The share of all sets of cards that such splits have.");
    m.def(
        "compare_rows",
        [](const std::string& kind, int cards, int each, int step) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 1, 5);
            check_range("each", each, 1, 1000);
            check(step >= 1, "every step-th ownership: 1 or more");
            const nb::gil_scoped_release release;
            const auto file = find_table(kind, cards);
            if (!file) return std::pair<std::uint64_t, std::uint64_t>{0, 0};
            return solvers::skat::compare_rows(solvers::skat::TrumpTable(own, file), own, cards,
                                               each, step);
        },
        "kind"_a, "cards"_a, "each"_a, "step"_a,
        "Every step-th ownership of a table, with so many valuations each, against the search: how "
        "many were compared, and how many differ.");
    m.def(
        "time_index",
        [](const std::string& kind, int cards, std::size_t lookups) {
            const auto own = checked_kind(kind);
            check_range("cards", cards, 1, 4);
            const auto table = trump_table(kind, cards);
            const nb::gil_scoped_release release;
            const auto times = solvers::skat::time_index(own, *table, cards, lookups);
            return std::tuple(times.places, times.diagram, times.nodes, times.steps,
                              times.different);
        },
        "kind"_a, "cards"_a, "lookups"_a,
        "Nanoseconds of a lookup by places and by a decision diagram, its nodes, nodes on the way, "
        "and how many answers differ.");
    m.def("row_curves", &row_curves, "kind"_a, "cards"_a, "split"_a, "most"_a);
    m.def(
        "solve_with_oracle",
        [](const std::vector<solvers::skat::Position>& positions, int cards, int tolerance,
           int tells, const std::vector<std::uint64_t>& cells) {
            check_range("cards", cards, 0, 10);
            check_range("tolerance", tolerance, 0, 120);
            const nb::gil_scoped_release release;
            solvers::skat::TrumpOptions options;
            options.lookup_tables = false;
            std::shared_ptr<const std::unordered_set<std::uint64_t>> known;
            if (!cells.empty()) {
                known = std::make_shared<const std::unordered_set<std::uint64_t>>(cells.begin(),
                                                                                  cells.end());
            }
            const std::size_t memory = solvers::skat::Solver::kDefaultMemory;
            const auto engine = cards == 0 ? solvers::skat::make_trump_engine(options, memory)
                                           : solvers::skat::make_oracle_engine(
                                                 options, memory, {cards, tolerance, tells, known});
            std::vector<std::tuple<int, std::uint64_t>> answers;
            for (const auto& position : positions) {
                engine->forget();
                const auto solution = engine->solve(position, {}, {});
                answers.emplace_back(solution.value.lower, solution.nodes);
            }
            return answers;
        },
        "positions"_a, "cards"_a, "tolerance"_a, "tells"_a = 0,
        "cells"_a = std::vector<std::uint64_t>{},
        "Values and nodes of suit games and grand when somebody knows all positions of so many "
        "cards, give or take (thesis figure 8.1); 0 cards: nobody does. With cells, only those "
        "fine splits with a leader are known, and what smaller tables know.");
}

}  // namespace

void register_tables(nb::module_& core) {
    nb::module_ m = core.def_submodule("tables", "What is computed beforehand.");
    m.attr("VERSION") = kTableVersion;
    m.def("directory", &tables_directory);
    m.def("path", &table_path, "kind"_a, "cards"_a);
    m.def(
        "forget",
        [] {
            solvers::skat::forget_null_forests();
            solvers::skat::forget_trump_tables();
            solvers::skat::forget_dense_rows();
        },
        "Tables are looked for anew.");

    nb::class_<TableHeader>(m, "Header")
        .def_prop_ro("kind", [](const TableHeader& h) { return std::string(h.kind); })
        .def_ro("cards", &TableHeader::cards)
        .def_ro("bytes", &TableHeader::bytes)
        .def_ro("created", &TableHeader::created)
        .def_ro("seconds", &TableHeader::seconds)
        .def_ro("entries", &TableHeader::entries)
        .def_prop_ro("complete", [](const TableHeader& h) { return h.complete != 0; })
        .def_prop_ro("note", [](const TableHeader& h) { return std::string(h.note); });

    m.def(
        "inspect",
        [](const std::string& path, bool whole) {
            std::string problem;
            const auto file = [&] {
                const nb::gil_scoped_release release;
                return TableFile::open(path, whole, problem);
            }();
            return std::tuple(file ? file->header() : TableHeader{}, problem);
        },
        "path"_a, "whole"_a, "The header of a file, and why it is refused (empty: it is not).");

    m.def(
        "sealed",
        [](const std::string& kind, int cards, const nb::bytes& payload, double seconds,
           std::uint64_t entries, bool complete, const std::string& note) {
            TableHeader header;
            copy_text(header.kind, sizeof header.kind, kind);
            copy_text(header.note, sizeof header.note, note);
            header.cards = static_cast<std::uint32_t>(cards);
            header.created = static_cast<std::int64_t>(std::time(nullptr));
            header.seconds = seconds;
            header.entries = entries;
            header.complete = complete ? 1 : 0;
            return as_bytes(sealed(
                header, {reinterpret_cast<const std::byte*>(payload.c_str()), payload.size()}));
        },
        "kind"_a, "cards"_a, "payload"_a, "seconds"_a, "entries"_a, "complete"_a, "note"_a,
        "The bytes of a whole file.");

    m.def("build_null_part", &build_null_part, "cards"_a, "part"_a, "parts"_a);
    m.def(
        "merge_null_parts",
        [](const std::vector<nb::bytes>& parts) {
            const auto views = views_of(parts);
            std::vector<std::byte> payload;
            {
                const nb::gil_scoped_release release;
                payload = solvers::skat::merge_null_parts(views);
            }
            const solvers::skat::NullForest forest{std::span<const std::byte>(payload)};
            return std::tuple(as_bytes(payload), forest.nodes(), forest.splits());
        },
        "parts"_a, "The payload, its nodes and its fine splits.");
    m.def(
        "exhaustive_null",
        [](int cards) {
            check_range("cards", cards, 1, 6);
            const nb::gil_scoped_release release;
            const solvers::skat::NullDiagrams diagrams(cards, solvers::skat::shared_null_forests());
            return std::tuple(diagrams.splits(), diagrams.deals(), diagrams.nodes());
        },
        "cards"_a, "Splits with leaders, deals solved and nodes by exhaustive construction.");
    register_trumps(m);
}

}  // namespace kiebitz::bindings
