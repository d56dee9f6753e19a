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

PlaceWeights LocationModel::weights(const LocationView& view) const {
    const InputNetwork& chosen = network(view.tricks->contract.type);
    const std::span<const float> answers = chosen.answer(features_of(view, chosen.set()));
    const std::size_t places = view.put_away != 0 ? 3 : 4;
    PlaceWeights weights{};
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        // Only how the places of an unseen card compare matters; the viewer's hand is none of them.
        const float* logits = answers.data() + card * kPlaces;
        const float most = *std::max_element(logits + 1, logits + places);
        for (std::size_t place = 1; place < kPlaces; ++place) {
            const std::size_t seat =
                place == 3 ? 3 : (static_cast<std::size_t>(view.seat) + place) % kSeats;
            const double logit = temper * (static_cast<double>(logits[place]) - double{most});
            weights[card][seat] = std::max(std::exp(logit), kLeastWeight);
        }
        weights[card][static_cast<std::size_t>(view.seat)] = kLeastWeight;
    }
    return weights;
}

}  // namespace kiebitz::beliefs::skat
