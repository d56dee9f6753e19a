#include "beliefs/skat/location_model.hpp"

namespace kiebitz::beliefs::skat {

namespace {

constexpr double kLeastWeight = 1e-6;

}  // namespace

PlaceChances chances_of(const InputNetwork& network, const LocationFeatures& features) {
    const std::span<const float> answers = network.answer(features);
    PlaceChances chances{};
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        const auto logits = answers.subspan(card * kPlaces, kPlaces);
        const float most = *std::max_element(logits.begin(), logits.end());
        float sum = 0;
        for (std::size_t place = 0; place < kPlaces; ++place) {
            chances[card][place] = std::exp(logits[place] - most);
            sum += chances[card][place];
        }
        for (float& chance : chances[card]) chance /= sum;
    }
    return chances;
}

PlaceWeights weights_from(std::span<const float> answers, int seat, bool knows_skat,
                          double temper) {
    const std::size_t places = knows_skat ? 3 : 4;
    PlaceWeights weights{};
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        // The viewer's hand is none of the places of an unseen card.
        const float* logits = answers.data() + card * kPlaces;
        const float most = *std::max_element(logits + 1, logits + places);
        for (std::size_t place = 1; place < kPlaces; ++place) {
            const std::size_t there =
                place == 3 ? 3 : (static_cast<std::size_t>(seat) + place) % kSeats;
            const double logit = temper * (static_cast<double>(logits[place]) - double{most});
            weights[card][there] = std::max(std::exp(logit), kLeastWeight);
        }
        weights[card][static_cast<std::size_t>(seat)] = kLeastWeight;
    }
    return weights;
}

PlaceWeights LocationModel::weights(const LocationView& view) const {
    const InputNetwork& chosen = network(view.tricks->contract.type);
    const std::span<const float> answers = chosen.answer(features_of(view, chosen.set()));
    return weights_from(answers, view.seat, view.put_away != 0, temper);
}

LikelyPlaces::LikelyPlaces(const LocationModel& model, const Knowledge& known,
                           const LocationView& view)
    : LikelyPlaces(known, view, model.weights(view), model.hands.get()) {}

LikelyPlaces::Places LikelyPlaces::make(const Knowledge& known, const LocationView& view,
                                        PlaceWeights& weights, const HandTables* hands) {
    if (hands == nullptr) return CardPlaces(known, weights);
    const Contract& contract = view.tricks->contract;
    const int declarer = view.tricks->declarer;
    std::array<HandPatterns, 2> patterns;
    for (int place = 1; place <= 2; ++place) {
        const int seat = (known.seat + place) % kSeats;
        const HandEntries first =
            seat == declarer ? declarer_tables(contract)
                             : defender_tables(view.highest_bid[static_cast<std::size_t>(seat)]);
        patterns[static_cast<std::size_t>(place - 1)] = HandPatterns::of(*hands, first);
    }
    if (declarer != known.seat && !contract.hand) {
        for (Card card : each_card(known.unseen())) {
            weights[card][3] *= *hands->at(discard_entry(contract, card));
        }
    }
    return HandPlaces(known, weights, patterns);
}

}  // namespace kiebitz::beliefs::skat
