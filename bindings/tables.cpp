#include <nanobind/nanobind.h>
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
#include "solvers/tables/null_forest.hpp"
#include "solvers/tables/table_file.hpp"

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

}  // namespace

void register_tables(nb::module_& core) {
    nb::module_ m = core.def_submodule("tables", "What is computed beforehand.");
    m.attr("VERSION") = kTableVersion;
    m.def("directory", &tables_directory);
    m.def("path", &table_path, "kind"_a, "cards"_a);
    m.def("forget", &solvers::skat::forget_null_forests, "Tables are looked for anew.");

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
}

}  // namespace kiebitz::bindings
