#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "players/skat/bidding.hpp"
#include "players/skat/hand_samples.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace players::skat;

void check_seat(int seat) {
    if (seat < 0 || seat >= kSeats) throw nb::value_error("seats are 0, 1 and 2");
}
void check_cards(Cards cards, int size) {
    if (count(cards) != size) {
        throw nb::value_error(("there must be " + std::to_string(size) + " cards").c_str());
    }
}
void check_bid(int bid) {
    if (bid < 0 || bid > kBids.back()) throw nb::value_error("there is no such bid");
}
Contract checked_contract(std::uint32_t code) {
    const Contract contract = Contract::from_code(code);
    if (code >= 128 || (code & 7) >= kGameTypes || !contract.is_valid()) {
        throw nb::value_error("there is no such contract");
    }
    return contract;
}

nb::bytes packed(const void* data, std::size_t size) {
    return nb::bytes(data, size);
}

/// Three packed arrays: classes (bytes), features (16-bit, -1 pads), won (bytes).
std::tuple<nb::bytes, nb::bytes, nb::bytes> sample_hands(const HandModel& model,
                                                         const CardPlayer& player,
                                                         std::uint64_t first, std::uint64_t games,
                                                         std::uint64_t seed, double temperature,
                                                         double hand_share) {
    if (games > 10'000'000) throw nb::value_error("too many games at once");
    constexpr std::size_t kWidth = TrumpTables::kFeatures;
    std::vector<std::uint8_t> classes(games), won(games);
    std::vector<std::int16_t> features(games * kWidth, -1);
    {
        nb::gil_scoped_release release;
        const auto own = player.clone();
        HandSampler sampler(model, *own, {temperature, hand_share});
        for (std::uint64_t i = 0; i < games; ++i) {
            const HandSample sample = sampler.sample(derive_seed(seed, first + i));
            classes[i] = static_cast<std::uint8_t>(sample.hand_class);
            won[i] = sample.won;
            for (int f = 0; f < sample.features.size; ++f) {
                features[i * kWidth + static_cast<std::size_t>(f)] =
                    sample.features.index[static_cast<std::size_t>(f)];
            }
        }
    }
    return std::tuple(packed(classes.data(), classes.size()),
                      packed(features.data(), 2 * features.size()), packed(won.data(), won.size()));
}

}  // namespace

void register_skat_bidding(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat_bidding", "What to bid and to declare in Skat.");

    nb::class_<Announcement>(module, "Announcement")
        .def_prop_ro("contract", [](const Announcement& a) { return a.contract.code(); })
        .def_ro("put_away", &Announcement::put_away)
        .def_ro("win", &Announcement::win)
        .def_ro("value", &Announcement::value)
        .def_ro("score", &Announcement::score)
        .def_ro("sure", &Announcement::sure);

    nb::class_<HandModel>(module, "HandModel")
        .def(nb::init<>())
        .def("weights",
             [](const HandModel& model, int hand_class) {
                 if (hand_class < 0 || hand_class >= kHandClasses) {
                     throw nb::value_error("there is no such class of hands");
                 }
                 return model.weights(static_cast<HandClass>(hand_class));
             })
        .def("set_weights",
             [](HandModel& model, int hand_class, const std::vector<float>& weights) {
                 if (hand_class < 0 || hand_class >= kHandClasses) {
                     throw nb::value_error("there is no such class of hands");
                 }
                 auto& own = model.weights(static_cast<HandClass>(hand_class));
                 if (weights.size() != own.size()) {
                     throw nb::value_error(("this class has " + std::to_string(own.size()) +
                                            " weights, not " + std::to_string(weights.size()))
                                               .c_str());
                 }
                 own = weights;
             })
        .def(
            "win_chance",
            [](const HandModel& model, std::uint32_t contract, Cards hand, Cards put_away,
               int seat) {
                const Contract checked = checked_contract(contract);
                check_seat(seat);
                check_cards(hand, kHandSize);
                if (!checked.hand) check_cards(put_away, kSkatSize);
                if ((hand & put_away) != 0) throw nb::value_error("a card is in two places");
                return model.win_chance(checked, hand, checked.hand ? 0 : put_away, seat);
            },
            "contract"_a, "hand"_a, "put_away"_a, "seat"_a);

    nb::class_<Bidding>(module, "Bidding")
        .def(
            "__init__",
            [](Bidding* self, const HandModel& model, bool proves) {
                new (self) Bidding(std::make_shared<const HandModel>(model), proves);
            },
            "model"_a, "proves"_a = true)
        .def(
            "prospects",
            [](const Bidding& bidding, Cards hand, int seat) {
                check_cards(hand, kHandSize);
                check_seat(seat);
                Prospects prospects;
                {
                    nb::gil_scoped_release release;
                    prospects = bidding.prospects(hand, seat);
                }
                std::vector<std::tuple<int, double, double, double, double, Announcement>> levels;
                for (std::size_t i = 0; i < kBids.size(); ++i) {
                    levels.emplace_back(kBids[i], prospects.win[i], prospects.score[i],
                                        prospects.value[i], prospects.null_share[i],
                                        prospects.hand_game[i]);
                }
                return levels;
            },
            "hand"_a, "seat"_a,
            "For every bid: itself, chance to win, expected score and value with the skat, share "
            "of "
            "skats that make null best, best hand game.")
        .def(
            "by_skat",
            [](const Bidding& bidding, Cards hand, int seat, int bid) {
                check_cards(hand, kHandSize);
                check_seat(seat);
                check_bid(bid);
                nb::gil_scoped_release release;
                return bidding.by_skat(hand, seat, bid);
            },
            "hand"_a, "seat"_a, "bid"_a, "The best game with each of the 231 skats.")
        .def(
            "announcements",
            [](const Bidding& bidding, Cards twelve, int seat, int bid) {
                check_cards(twelve, kHandSize + kSkatSize);
                check_seat(seat);
                check_bid(bid);
                nb::gil_scoped_release release;
                auto list = bidding.announcements(twelve, seat, bid);
                bidding.prove_sure_wins(list, twelve, seat, bid);
                bidding.find_sure_discards(list, twelve, seat, bid);
                return list;
            },
            "twelve"_a, "seat"_a, "bid"_a)
        .def(
            "hand_games",
            [](const Bidding& bidding, Cards hand, int seat, int bid) {
                check_cards(hand, kHandSize);
                check_seat(seat);
                check_bid(bid);
                nb::gil_scoped_release release;
                auto list = bidding.hand_games(hand, seat, bid);
                bidding.prove_sure_wins(list, hand, seat, bid);
                return list;
            },
            "hand"_a, "seat"_a, "bid"_a)
        .def(
            "discards",
            [](const Bidding& bidding, std::uint32_t contract, Cards twelve, int seat, int bid) {
                const Contract checked = checked_contract(contract);
                check_cards(twelve, kHandSize + kSkatSize);
                check_seat(seat);
                check_bid(bid);
                nb::gil_scoped_release release;
                auto list = bidding.discards(checked, twelve, seat);
                bidding.prove_sure_wins(list, twelve, seat, bid);
                return list;
            },
            "contract"_a, "twelve"_a, "seat"_a, "bid"_a);

    module.def(
        "certainty",
        [](std::uint32_t contract, Cards hand, Cards put_away, int seat) {
            const Contract checked = checked_contract(contract);
            check_seat(seat);
            check_cards(hand, kHandSize);
            if (!checked.hand) check_cards(put_away, kSkatSize);
            if ((hand & put_away) != 0) throw nb::value_error("a card is in two places");
            nb::gil_scoped_release release;
            return static_cast<int>(
                SureGames::shared().certainty(checked, hand, checked.hand ? 0 : put_away, seat));
        },
        "contract"_a, "hand"_a, "put_away"_a, "seat"_a,
        "0: the game can be lost; 1: it cannot; 2: nor can schneider; 3: nor schwarz.");
    module.def("sure_counts", [] {
        const SureGames::Counts c = SureGames::shared().counts();
        return std::vector<std::uint64_t>{c.asked,  c.remembered, c.witnessed,
                                          c.proved, c.refuted,    c.open};
    });
    module.def(
        "features",
        [](std::uint32_t contract, Cards hand, Cards put_away, int seat) {
            const Contract checked = checked_contract(contract);
            check_seat(seat);
            check_cards(hand, kHandSize);
            if (!checked.hand) check_cards(put_away, kSkatSize);
            const FeatureList list = features_of(checked, hand, checked.hand ? 0 : put_away, seat);
            std::vector<int> entries(list.index.begin(), list.index.begin() + list.size);
            return std::pair(static_cast<int>(class_of(checked)), entries);
        },
        "contract"_a, "hand"_a, "put_away"_a, "seat"_a,
        "The class of a game, and the places of its weights that are added up.");
    module.def("sample_hands", &sample_hands, "model"_a, "player"_a, "first"_a, "games"_a, "seed"_a,
               "temperature"_a = 1.0, "hand_share"_a = 0.2);
    module.def("classes", [] {
        return std::vector<std::string>{"suit",      "grand",      "null",      "null ouvert",
                                        "suit hand", "grand hand", "null hand", "null ouvert hand"};
    });
    module.attr("FEATURES") = int{TrumpTables::kFeatures};
}

}  // namespace kiebitz::bindings
