#include "beliefs/skat/location_samples.hpp"

#include <atomic>

#include "cards/parallel.hpp"
#include "cards/random.hpp"
#include "games/skat/iss.hpp"

namespace kiebitz::beliefs::skat {

namespace {

constexpr int kTricksSampled = kHandSize - 1;  // in the last trick nobody decides anything

}  // namespace

std::uint64_t places_from(const State& state, int seat) {
    std::uint64_t places = 0;
    const auto put = [&](Cards cards, std::uint64_t place) {
        for (Card card : each_card(cards)) places |= place << (2 * card);
    };
    for (int place = 0; place < kSeats; ++place) {
        const auto at = static_cast<std::size_t>((seat + place) % kSeats);
        put(state.hands()[at] | state.table().played[at], static_cast<std::uint64_t>(place));
    }
    put(state.skat(), 3);
    return places;
}

void add_samples(const State& state, double rate, std::uint64_t seed,
                 std::vector<LocationSample>& samples) {
    if (!state.table().declared) return;
    const Deal& deal = state.deal();
    const std::uint64_t game = derive_seed(deal.hands[0], deal.hands[1], deal.hands[2], deal.skat);
    State walk(deal);
    for (std::size_t i = 0; i < state.history().size(); ++i) {
        const Move move = state.history()[i];
        const Table& table = walk.table();
        if (kind_of(move) == MoveKind::kPlay && table.tricks.played_tricks() < kTricksSampled &&
            Random(derive_seed(seed, game, i)).uniform() < rate) {
            const int seat = walk.to_move();
            const View view = walk.view(seat);
            LocationSample sample;
            sample.features = features_of(LocationView::of(view));
            sample.places = places_from(walk, seat);
            sample.game = game;
            sample.kind = location_game(table.tricks.contract.type);
            sample.cards_played =
                static_cast<std::uint8_t>(3 * table.tricks.played_tricks() + table.tricks.size);
            sample.card = static_cast<Card>(content_of(move));
            sample.is_soloist = seat == table.declarer;
            sample.knows_skat = view.discard != 0;
            samples.push_back(sample);
        }
        walk.apply(move);
    }
}

SampledRecords sample_records(std::string_view text, double rate, std::uint64_t seed, int threads) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    struct Part {
        std::vector<LocationSample> samples;
        std::vector<std::size_t> bad;
        std::size_t records = 0;
    };
    constexpr std::size_t kLinesAtOnce = 256;
    std::vector<Part> parts((lines.size() + kLinesAtOnce - 1) / kLinesAtOnce);
    std::atomic<bool> stop{false};
    for_each_index(
        parts.size(), static_cast<std::size_t>(threads), stop, [&](std::size_t index, std::size_t) {
            Part& part = parts[index];
            const std::size_t first = index * kLinesAtOnce;
            for (std::size_t i = first; i < std::min(first + kLinesAtOnce, lines.size()); ++i) {
                if (lines[i].find_first_not_of(" \r\t") == std::string_view::npos) continue;
                const auto state = read_iss_record(lines[i]);
                if (!state) {
                    part.bad.push_back(i);
                    continue;
                }
                ++part.records;
                add_samples(*state, rate, seed, part.samples);
            }
        });
    SampledRecords sampled;
    for (const Part& part : parts) {
        sampled.samples.insert(sampled.samples.end(), part.samples.begin(), part.samples.end());
        sampled.bad.insert(sampled.bad.end(), part.bad.begin(), part.bad.end());
        sampled.records += part.records;
    }
    return sampled;
}

}  // namespace kiebitz::beliefs::skat
