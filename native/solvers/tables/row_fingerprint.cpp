// How rows that are alike are found without comparing them.
#include <bit>
#include <cstring>

#include "cards/random.hpp"
#include "solvers/tables/dense_rows.hpp"

namespace kiebitz::solvers::skat {

std::array<std::uint64_t, 2> fingerprint(std::span<const std::int8_t> values) {
    std::uint64_t a = values.size(), b = ~a;
    std::size_t i = 0;
    const auto add = [&](std::uint64_t word) {
        a = (std::rotl(a, 23) ^ word) * 0x9e3779b97f4a7c15ULL;
        b = (std::rotl(b, 41) + word) * 0xd6e8feb86659fd93ULL;
    };
    for (; i + 8 <= values.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, values.data() + i, 8);
        add(word);
    }
    std::uint64_t word = 0;
    if (i < values.size()) std::memcpy(&word, values.data() + i, values.size() - i);
    add(word);
    return {mix64(a), mix64(b)};
}

}  // namespace kiebitz::solvers::skat
