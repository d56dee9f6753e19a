#include "beliefs/skat/world_errors.hpp"

#include <cmath>

namespace kiebitz::beliefs::skat {

namespace {

using In = LocationInputs;

Cards cards_at(const LocationFeatures& features, int first) {
    Cards cards = 0;
    for (int card = 0; card < kDeckSize; ++card) {
        if (features[first + card]) cards |= bit(static_cast<Card>(card));
    }
    return cards;
}

/// The least bid that has such inputs, which is of the same group in the tables of hands.
std::int16_t bid_at(const LocationFeatures& features, int opponent) {
    constexpr std::array<std::int16_t, 16> kBids = {18, 20, 22, 23, 24, 27, 30, 33,
                                                    35, 36, 40, 50, 80, 0,  0,  0};
    for (std::int16_t bid : kBids) {
        if (bid == 0 || !features[In::kBidSize + 5 * opponent + bid_size(bid)]) continue;
        bool fits = true;
        for (int type = 0; type < kGameTypes && bid < 40; ++type) {
            fits = fits && bid_fits(static_cast<GameType>(type), bid) ==
                               features[In::kBidType + kGameTypes * opponent + type];
        }
        if (fits) return bid;
    }
    return 0;
}

}  // namespace

ToldView::ToldView(const LocationFeatures& features, LocationGame kind) {
    Contract& contract = tricks.contract;
    contract.type = kind == LocationGame::kNull ? GameType::kNull : GameType::kGrand;
    for (int suit = 0; suit < 4; ++suit) {
        if (features[In::kTrump + suit]) contract.type = static_cast<GameType>(suit);
    }
    contract.hand = features[In::kAnnounced];
    for (int seat = 0; seat < kSeats; ++seat) {
        if (features[In::kSoloist + seat]) tricks.declarer = static_cast<std::int8_t>(seat);
        known.played[static_cast<std::size_t>(seat)] =
            cards_at(features, In::kPlayed + seat * kDeckSize);
    }
    known.seat = 0;
    known.declarer = tricks.declarer;
    known.hand = cards_at(features, In::kHand);
    known.put_away = cards_at(features, In::kSkat);
    known.knows_skat = known.put_away != 0;
    const Cards trumps = order_of(contract.type).trumps;
    for (int opponent = 0; opponent < 2; ++opponent) {
        const auto seat = static_cast<std::size_t>(opponent + 1);
        for (int suit = 0; suit < 5; ++suit) {
            if (!features[In::kVoids + 5 * opponent + suit]) continue;
            known.impossible[seat] |= suit == 4 ? trumps : whole_suit(suit) & ~trumps;
        }
        highest_bid[seat] = bid_at(features, opponent);
    }
}

LocationView ToldView::inputs() const {
    LocationView view;
    view.hand = known.hand;
    view.put_away = known.put_away;
    view.played = known.played;
    view.impossible = known.impossible;
    view.highest_bid = highest_bid;
    view.tricks = &tricks;
    return view;
}

double log_ratio(const ToldView& view, const HandTables& hands, std::span<const float> answers,
                 std::uint64_t places, std::span<float> derivatives) {
    const LikelyPlaces likely(view.known, view.inputs(),
                              weights_from(answers, 0, view.known.knows_skat, 1), &hands);
    const Cards unseen = view.known.unseen();
    World truth;
    truth.hands[0] = view.known.hand;
    truth.skat = view.known.put_away;
    for (Card card : each_card(unseen)) {
        const auto place = static_cast<std::size_t>(places >> (2 * card) & 3);
        (place == 3 ? truth.skat : truth.hands[place]) |= bit(card);
    }
    const PlaceWeights chances = likely.chances();
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        const std::size_t true_place = places >> (2 * card) & 3;
        for (std::size_t place = 0; place < kPlaces; ++place) {
            float& derivative = derivatives[card * kPlaces + place];
            derivative = 0;
            if (!contains(unseen, static_cast<Card>(card)) || place == 0) continue;
            derivative = static_cast<float>((place == true_place ? 1 : 0) - chances[card][place]);
        }
    }
    const double alike = static_cast<double>(Worlds(view.known).count());
    return std::log(likely.weight(truth)) - std::log(likely.total()) + std::log(alike);
}

}  // namespace kiebitz::beliefs::skat
