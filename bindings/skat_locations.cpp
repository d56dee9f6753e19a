#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "beliefs/skat/call_model.hpp"
#include "beliefs/skat/card_places.hpp"
#include "beliefs/skat/location_model.hpp"
#include "beliefs/skat/location_samples.hpp"
#include "beliefs/skat/policy_model.hpp"
#include "beliefs/skat/world_errors.hpp"
#include "cards/parallel.hpp"
#include "checks.hpp"
#include "games/skat/iss.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace beliefs::skat;

/// Rows, width, weights and bias of a layer as little-endian floats; or weights of one byte with a
/// scale for each row.
using LayerTuple = std::tuple<int, int, nb::bytes, nb::bytes, std::optional<nb::bytes>>;

std::vector<float> floats(const nb::bytes& bytes) {
    check(bytes.size() % sizeof(float) == 0, "weights are floats of four bytes");
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.c_str(), bytes.size());
    return numbers;
}

std::vector<float> scaled(const nb::bytes& bytes, int width, const std::vector<float>& scales) {
    check(width > 0 && bytes.size() == scales.size() * static_cast<std::size_t>(width),
          "its scales do not fit its weights");
    std::vector<float> numbers(bytes.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<float>(static_cast<std::int8_t>(bytes.c_str()[i])) *
                     scales[i / static_cast<std::size_t>(width)];
    }
    return numbers;
}

std::shared_ptr<const InputNetwork> network(const std::vector<LayerTuple>& tuples, InputSet set,
                                            bool elu, int outputs) {
    std::vector<InputNetwork::Layer> layers;
    for (const auto& [rows, width, weights, bias, scales] : tuples) {
        layers.push_back({width, rows,
                          scales ? scaled(weights, width, floats(*scales)) : floats(weights),
                          floats(bias)});
    }
    const std::string problem = problem_of(layers, set, outputs);
    check(problem.empty(), problem);
    return std::make_shared<const InputNetwork>(std::move(layers), set,
                                                elu ? Activation::kElu : Activation::kRelu);
}

std::shared_ptr<const HandTables> tables(const std::vector<float>& ratios, double temper) {
    check(ratios.size() == BeliefTables::kSize, "the tables of hands do not have the right size");
    check(temper > 0 && temper <= 4, "temper must be above 0 and at most 4");
    return std::make_shared<const HandTables>(BeliefTables{ratios, temper});
}

InputSet checked_set(int number) {
    check_range("inputs", number, 0, 3);
    return static_cast<InputSet>(number);
}

const View& checked_view(const View& view) {
    check(view.table.phase == Phase::kPlay, "cards have places only during cardplay");
    check(Worlds(view).count() > 0, "no distribution of cards fits this View");
    return view;
}

/// What a belief says about one View. Keeps what is needed to answer for many worlds.
struct PlacesOfView {
    Knowledge known;
    Worlds worlds;
    std::shared_ptr<const HandTables> hands;
    LikelyPlaces places;
    double uniform;  // share of all worlds alike

    PlacesOfView(const View& view, const PlaceWeights& weights,
                 std::shared_ptr<const HandTables> tables, double share)
        : known(Knowledge::of(view)),
          worlds(known),
          hands(std::move(tables)),
          places(known, LocationView::of(view), weights, hands.get()),
          uniform(share) {}

    /// How many times likelier than by chance a world is.
    double ratio(const World& world) const {
        const double all = static_cast<double>(worlds.count());
        return (1 - uniform) * places.weight(world) / places.total() * all + uniform;
    }
    PlaceWeights chances() const {
        PlaceWeights chances = places.chances();
        if (uniform > 0) {
            PlaceWeights ones;
            for (auto& row : ones) row.fill(1);
            const PlaceWeights alike = CardPlaces(known, ones).chances();
            for (std::size_t card = 0; card < kDeckSize; ++card) {
                for (std::size_t place = 0; place < 4; ++place) {
                    chances[card][place] =
                        (1 - uniform) * chances[card][place] + uniform * alike[card][place];
                }
            }
        }
        return chances;
    }
    World sample(std::uint64_t seed) const {
        Random random(seed);
        if (random.uniform() < uniform || !(places.total() > 0)) return worlds.sample(random);
        return places.sample(random);
    }
};

template <class Field>
nb::bytes column(const std::vector<LocationSample>& samples, Field field) {
    using Number = decltype(field(samples[0]));
    std::string bytes(samples.size() * sizeof(Number), '\0');
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Number number = field(samples[i]);
        std::memcpy(bytes.data() + i * sizeof(Number), &number, sizeof(Number));
    }
    return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void register_skat_locations(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat_locations", "Where the cards probably are.");
    using In = LocationInputs;

    module.attr("INPUTS") = int{In::kCount};
    module.attr("LEGAL") = int{In::kLegal};
    module.def(
        "input_list",
        [](int set) {
            std::vector<int> list;
            for (int input = 0; input < In::kCount; ++input) {
                if (takes(checked_set(set), input)) list.push_back(input);
            }
            return list;
        },
        "set"_a, "The inputs of set 0 (table 4.2), 1 (and acts), 2 (and history), 3 (all).");
    module.attr("FEATURE_BYTES") = static_cast<int>(8 * LocationFeatures::kWords);
    module.def(
        "layout",
        [] {
            std::vector<int> cards = {In::kHand,      In::kSkat,  In::kTrick, In::kBestCard,
                                      In::kFirstCard, In::kLegal, In::kTaking};
            std::vector<int> suits = {In::kTrump};
            for (int i = 0; i < 3; ++i) cards.push_back(In::kPlayed + i * kDeckSize);
            for (int i = 0; i < 2; ++i) {
                for (int first : {In::kLed, In::kSloughed, In::kDeclined, In::kWithheld}) {
                    cards.push_back(first + i * kDeckSize);
                }
                suits.push_back(In::kVoids + 5 * i);
                suits.push_back(In::kBidType + kGameTypes * i);
            }
            for (int first = In::kHistory; first < In::kLeader; first += kDeckSize) {
                cards.push_back(first);
            }
            return std::pair(cards, suits);
        },
        "Where groups of 32 cards and of four suits begin among the inputs.");
    module.def(
        "inputs",
        [](const View& view) {
            std::vector<int> set;
            features_of(LocationView::of(checked_view(view))).each([&](int i) {
                set.push_back(i);
            });
            return set;
        },
        "view"_a, "The inputs that are one for a View during cardplay, ascending.");
    module.def(
        "places",
        [](const State& state, int seat) {
            check_range("seat", seat, 0, kSeats - 1);
            check(state.table().phase == Phase::kPlay || state.is_over(), "cardplay has not begun");
            const std::uint64_t packed = places_from(state, seat);
            std::vector<int> list;
            for (int card = 0; card < kDeckSize; ++card) list.push_back(packed >> (2 * card) & 3);
            return list;
        },
        "state"_a, "seat"_a,
        "Where each card was when cardplay began: 0 with the seat, 1 and 2 with the next ones, 3 "
        "in the skat.");
    module.def("read_record", &read_iss_record, "line"_a,
               "The game of a record in which everything is in order, else None.");

    nb::class_<SampledRecords>(module, "SampledRecords")
        .def_prop_ro("count", [](const SampledRecords& s) { return s.samples.size(); })
        .def_ro("records", &SampledRecords::records)
        .def_ro("bad", &SampledRecords::bad, "Lines that could not be read, from 0.")
        .def_prop_ro("features",
                     [](const SampledRecords& s) {
                         return column(s.samples, [](const LocationSample& one) {
                             return one.features.words();
                         });
                     })
        .def_prop_ro("places",
                     [](const SampledRecords& s) {
                         return column(s.samples,
                                       [](const LocationSample& one) { return one.places; });
                     })
        .def_prop_ro("games",
                     [](const SampledRecords& s) {
                         return column(s.samples,
                                       [](const LocationSample& one) { return one.game; });
                     })
        .def_prop_ro("kinds",
                     [](const SampledRecords& s) {
                         return column(s.samples, [](const LocationSample& one) {
                             return static_cast<std::uint8_t>(one.kind);
                         });
                     })
        .def_prop_ro("cards_played",
                     [](const SampledRecords& s) {
                         return column(s.samples,
                                       [](const LocationSample& one) { return one.cards_played; });
                     })
        .def_prop_ro("cards",
                     [](const SampledRecords& s) {
                         return column(s.samples, [](const LocationSample& one) {
                             return static_cast<std::uint8_t>(one.card);
                         });
                     })
        .def_prop_ro("roles", [](const SampledRecords& s) {
            return column(s.samples, [](const LocationSample& one) {
                return static_cast<std::uint8_t>(one.is_soloist | one.knows_skat << 1);
            });
        });
    module.def(
        "sample_records",
        [](nb::bytes text, double rate, std::uint64_t seed, int threads) {
            check_chance("rate", rate);
            check_range("threads", threads, 1, 1024);
            const std::string_view view(text.c_str(), text.size());
            nb::gil_scoped_release release;
            return sample_records(view, rate, seed, threads);
        },
        "text"_a, "rate"_a, "seed"_a, "threads"_a,
        "Decisions of the games in a text of records, one a line.");

    nb::class_<PlacesOfView>(module, "Places", "Where a belief thinks the cards of a View are.")
        .def_prop_ro("worlds", [](const PlacesOfView& p) { return p.worlds.count(); })
        .def("chances", &PlacesOfView::chances,
             "By card number the chances of seats 0, 1 and 2 and the skat.")
        .def(
            "ratio",
            [](const PlacesOfView& p, const std::array<Cards, kSeats>& hands, Cards skat) {
                const World world{hands, skat};
                check(p.worlds.contains(world), "a world contradicts the View");
                return p.ratio(world);
            },
            "hands"_a, "skat"_a)
        .def(
            "sample",
            [](const PlacesOfView& p, std::uint64_t seed) {
                const World world = p.sample(seed);
                return std::pair(world.hands, world.skat);
            },
            "seed"_a);
    module.def(
        "table_places",
        [](const View& view, const std::vector<float>& ratios, double temper) {
            PlaceWeights ones;
            for (auto& row : ones) row.fill(1);
            return PlacesOfView(checked_view(view), ones, tables(ratios, temper), 0);
        },
        "view"_a, "ratios"_a, "temper"_a = 1.0, "By the tables of hands alone.");
    module.def(
        "uniform_places",
        [](const View& view) {
            PlaceWeights ones;
            for (auto& row : ones) row.fill(1);
            return PlacesOfView(checked_view(view), ones, nullptr, 0);
        },
        "view"_a);

    nb::class_<LocationModel>(module, "LocationModel")
        .def(
            "__init__",
            [](LocationModel* self, const std::vector<LayerTuple>& suit,
               const std::vector<LayerTuple>& grand, const std::vector<LayerTuple>& null,
               double temper, double uniform, int inputs, bool elu,
               const std::optional<std::vector<float>>& hands, double hands_temper) {
                check(temper > 0 && temper <= 4, "temper must be above 0 and at most 4");
                check_chance("uniform", uniform);
                const auto make = [&](const std::vector<LayerTuple>& layers) {
                    return network(layers, checked_set(inputs), elu, kPlaceOutputs);
                };
                new (self) LocationModel{{make(suit), make(grand), make(null)},
                                         hands ? tables(*hands, hands_temper) : nullptr,
                                         temper,
                                         uniform};
            },
            "suit"_a, "grand"_a, "null"_a, "temper"_a = 1.0, "uniform"_a = 0.0, "inputs"_a = 0,
            "elu"_a = true, "hands"_a = nb::none(), "hands_temper"_a = 1.0,
            "With `hands`, log-likelihood ratios of whole hands, the networks tell the rest.")
        .def(
            "chances",
            [](const LocationModel& model, const View& view) {
                const auto& network = model.network(checked_view(view).table.tricks.contract.type);
                return chances_of(network, features_of(LocationView::of(view)));
            },
            "view"_a, "What the network says: by card the viewer, the next two seats, the skat.")
        .def(
            "places",
            [](const LocationModel& model, const View& view) {
                const auto weights = model.weights(LocationView::of(checked_view(view)));
                return PlacesOfView(view, weights, model.hands, model.uniform);
            },
            "view"_a);

    nb::class_<HandTables>(module, "HandTables", "What bids and the game say of whole hands.")
        .def(
            "__init__",
            [](HandTables* self, const std::vector<float>& ratios, double temper) {
                new (self) HandTables(*tables(ratios, temper));
            },
            "ratios"_a, "temper"_a = 1.0)
        .def(
            "log_ratios",
            [](const HandTables& hands, nb::bytes features, nb::bytes places, nb::bytes answers,
               int kind, int threads) {
                check_range("kind", kind, 0, 2);
                check_range("threads", threads, 1, 1024);
                const std::size_t n = places.size() / sizeof(std::uint64_t);
                check(features.size() == n * sizeof(LocationFeatures) &&
                          places.size() == n * sizeof(std::uint64_t) &&
                          answers.size() == n * kPlaceOutputs * sizeof(float),
                      "decisions, places and answers do not fit");
                std::vector<LocationFeatures> told(n);
                std::memcpy(static_cast<void*>(told.data()), features.c_str(), features.size());
                std::vector<std::uint64_t> truth(n);
                std::memcpy(truth.data(), places.c_str(), places.size());
                const std::vector<float> said = floats(answers);
                std::string ratios(n * sizeof(float), '\0');
                std::string slopes(answers.size(), '\0');
                {
                    nb::gil_scoped_release release;
                    std::atomic<bool> stop{false};
                    constexpr std::size_t kAtOnce = 64;
                    for_each_index(
                        (n + kAtOnce - 1) / kAtOnce, static_cast<std::size_t>(threads), stop,
                        [&](std::size_t part, std::size_t) {
                            std::array<float, kPlaceOutputs> slope;
                            const std::size_t end = std::min(n, (part + 1) * kAtOnce);
                            for (std::size_t i = part * kAtOnce; i < end; ++i) {
                                const ToldView view(told[i], static_cast<LocationGame>(kind));
                                const auto ratio = static_cast<float>(log_ratio(
                                    view, hands,
                                    std::span(said).subspan(i * kPlaceOutputs, kPlaceOutputs),
                                    truth[i], slope));
                                std::memcpy(ratios.data() + i * sizeof(float), &ratio,
                                            sizeof(float));
                                std::memcpy(slopes.data() + i * sizeof(slope), slope.data(),
                                            sizeof(slope));
                            }
                        });
                }
                return std::pair(nb::bytes(ratios.data(), ratios.size()),
                                 nb::bytes(slopes.data(), slopes.size()));
            },
            "features"_a, "places"_a, "answers"_a, "kind"_a, "threads"_a = 1,
            "By decision the logarithm of how many times likelier than by chance the true world "
            "is, and its derivatives by what a network answered.");

    module.def(
        "calls_of",
        [](const std::array<int, kSeats>& highest, int declarer) {
            check_range("declarer", declarer, -1, 2);
            std::array<std::int16_t, kSeats> bids{};
            for (std::size_t seat = 0; seat < kSeats; ++seat) {
                check_range("bid", highest[seat], 0, 1000);
                bids[seat] = static_cast<std::int16_t>(highest[seat]);
            }
            std::vector<std::pair<int, int>> list;
            for (const Calls& calls : calls_of(bids, declarer)) {
                list.emplace_back(calls.said, calls.declined);
            }
            return list;
        },
        "highest_bids"_a, "declarer"_a,
        "By seat the highest bid it made or held, and the lowest that it declined; 0: none.");
    module.def("call_level", &call_level, "bid"_a);
    module.attr("CALL_LEVELS") = kCallLevels;
    module.attr("SEAT_INPUTS") = int{LocationInputs::kSoloist};
    nb::class_<CallModel>(module, "CallModel")
        .def(
            "__init__",
            [](CallModel* self, const std::vector<LayerTuple>& layers, const nb::bytes& seats,
               double mistakes) {
                check_chance("mistakes", mistakes);
                const std::vector<float> listed = floats(seats);
                check(listed.size() == std::size_t{kSeats} * kCallLevels,
                      "it does not say how far the seats go");
                std::array<Stops, kSeats> stops;
                for (std::size_t i = 0; i < listed.size(); ++i) {
                    check(std::isfinite(listed[i]), "it holds a number that is none");
                    stops[i / kCallLevels][i % kCallLevels] = listed[i];
                }
                new (self) CallModel(network(layers, InputSet::kTable, false, kCallLevels), stops,
                                     mistakes);
            },
            "layers"_a, "seats"_a, "mistakes"_a = 0.0)
        .def(
            "log_likelihood",
            [](const CallModel& model, Cards ten, int seat, int said, int declined) {
                check_range("seat", seat, 0, 2);
                return model.log_likelihood(ten, seat, Calls{said, declined});
            },
            "ten"_a, "seat"_a, "said"_a, "declined"_a);

    nb::class_<PolicyModel>(module, "PolicyModel")
        .def(
            "__init__",
            [](PolicyModel* self, const std::vector<LayerTuple>& suit,
               const std::vector<LayerTuple>& grand, const std::vector<LayerTuple>& null,
               int inputs, bool elu) {
                const auto make = [&](const std::vector<LayerTuple>& layers) {
                    return network(layers, checked_set(inputs), elu, kDeckSize);
                };
                new (self) PolicyModel{{make(suit), make(grand), make(null)}};
            },
            "suit"_a, "grand"_a, "null"_a, "inputs"_a = 1, "elu"_a = false)
        .def(
            "chances",
            [](const PolicyModel& model, const View& view) {
                check(checked_view(view).may_move(), "this seat is not to play a card now");
                const auto& network = model.network(view.table.tricks.contract.type);
                return card_chances(network.answer(features_of(LocationView::of(view))),
                                    view.table.tricks.legal(view.hand()));
            },
            "view"_a, "By card number how likely it would be played.");
}

}  // namespace kiebitz::bindings
