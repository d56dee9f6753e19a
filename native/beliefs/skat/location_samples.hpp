// Training data: from game records to Views, where the cards were and which one was played.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "beliefs/skat/location_features.hpp"
#include "games/skat/state.hpp"

namespace kiebitz::beliefs::skat {

enum class LocationGame : std::uint8_t { kSuit, kGrand, kNull };

constexpr LocationGame location_game(GameType type) {
    return type == GameType::kNull    ? LocationGame::kNull
           : type == GameType::kGrand ? LocationGame::kGrand
                                      : LocationGame::kSuit;
}

/// One decision of a game, as its player saw it, and the truth.
struct LocationSample {
    LocationFeatures features;
    std::uint64_t places =
        0;  // two bits a card: viewer, opponents 1 and 2, skat, as dealt or put away
    std::uint64_t game = 0;  // the same for all samples of a game, and for nobody else's
    LocationGame kind = LocationGame::kSuit;
    std::uint8_t cards_played = 0;
    Card card = 0;  // that was played
    bool is_soloist = false;
    bool knows_skat = false;
};

/// Where every card was at the start of cardplay, seen from a seat.
std::uint64_t places_from(const State& state, int seat);

/// Decisions of the first nine tricks, each taken with chance `rate` by the seed and the game.
void add_samples(const State& state, double rate, std::uint64_t seed,
                 std::vector<LocationSample>& samples);

struct SampledRecords {
    std::vector<LocationSample> samples;
    std::vector<std::size_t> bad;  // lines that could not be read, from 0
    std::size_t records = 0;       // that were read
};

/// Samples of a text of records, one a line, the same on any number of threads.
SampledRecords sample_records(std::string_view text, double rate, std::uint64_t seed, int threads);

}  // namespace kiebitz::beliefs::skat
