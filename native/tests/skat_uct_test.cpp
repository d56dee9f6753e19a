#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "players/skat/uct.hpp"
#include "skat_positions.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using namespace kiebitz::players::skat::testing;
using players::MoreWork;

namespace {

constexpr UctNodes kTrees[] = {UctNodes::kPlayed, UctNodes::kMover, UctNodes::kWorld};

std::vector<UctSearch::Candidate> searched(const CardView& view, UctNodes nodes, int playouts) {
    UctOptions options;
    options.nodes = nodes;
    UctSearch search(view, std::make_shared<UniformBelief>(), std::make_unique<RandomPlayer>(),
                     options, 1);
    MoreWork more;
    more.worlds = playouts;
    search.run(more);
    CHECK(search.playouts() == static_cast<std::uint64_t>(playouts));
    return search.candidates();
}

Cards cards_of(std::initializer_list<std::pair<Suit, Rank>> list) {
    Cards cards = 0;
    for (const auto& [suit, rank] : list) cards |= bit(make_card(suit, rank));
    return cards;
}

/// Grand without jacks, 55 points of the declarer, who needs the last trick. The club ace is led,
/// and the club king comes next from the same hand, whose last card is one of four. With the ten
/// of its suit kept, a nine in hearts or diamonds is taken; the spades take whatever is kept.
CardView guess() {
    CardView view;
    view.tricks.contract = {GameType::kGrand};
    view.bid = 18;
    view.known.declarer = 0;
    view.known.seat = 0;
    view.known.knows_skat = true;
    view.known.hand = cards_of({{kSpades, kSeven}, {kHearts, kTen}, {kDiamonds, kTen}});
    view.known.put_away = cards_of({{kClubs, kSeven}, {kClubs, kEight}});
    const Cards unseen = cards_of({{kClubs, kKing},
                                   {kHearts, kNine},
                                   {kDiamonds, kNine},
                                   {kSpades, kEight},
                                   {kSpades, kNine}});
    const Card ace = make_card(kClubs, kAce);
    Cards rest = kDeck & ~(view.known.hand | view.known.put_away | unseen | bit(ace));
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
        for (int i = 0; i < 7; ++i) {
            view.known.played[seat] |= bit(lowest(rest));
            rest &= ~bit(lowest(rest));
        }
    }
    view.known.impossible[1] = order_of(GameType::kGrand).followers[ace];
    view.tricks.points = {55, 30};
    view.tricks.tricks = {4, 3};
    view.tricks.leader = view.tricks.turn = 2;
    view.tricks.play(ace);
    view.known.played[2] |= bit(ace);
    return view;
}

/// The nodes and cards that a tree has when nothing is left to be tried. Two playouts meet behind
/// the same cards, if what `key` says of the hidden ones is the same.
template <class Key>
struct Everything {
    Key key;
    std::set<std::pair<std::string, std::string>> situations{};
    std::set<std::tuple<std::string, std::string, Card>> tried{};

    void walk(const Simulation& play, const std::string& met) {
        const std::string hidden = met.empty() ? "" : key(play);
        if (play.is_over()) return;
        situations.insert({met, hidden});
        for (Card card : each_card(play.position().legal())) {
            tried.insert({met, hidden, card});
            Simulation after = play;
            after.play(card);
            walk(after, met + static_cast<char>('A' + card));
        }
    }
};

}  // namespace

TEST_CASE("nodes of UCT are as many as there are situations to be told apart") {
    const CardView view = guess();
    const auto nothing = [](const Simulation&) { return std::string(); };
    const auto own = [](const Simulation& play) {
        const CardView seen = play.view(play.to_move());
        return std::to_string(seen.known.hand) + " " + std::to_string(seen.known.put_away);
    };
    const auto everything = [](const Simulation& play) {
        std::string hands;
        for (Cards hand : play.position().hands()) hands += std::to_string(hand) + " ";
        return hands;
    };
    const auto check = [&](UctNodes tree, auto key) {
        Everything<decltype(key)> all{key};
        for (const World& world : all_worlds(view)) all.walk(Simulation(view, world), "");
        UctOptions options;
        options.nodes = tree;
        options.exploration = 100;  // tries everything
        UctSearch search(view, std::make_shared<UniformBelief>(), std::make_unique<RandomPlayer>(),
                         options, 1);
        MoreWork more;
        more.worlds = 50'000;
        search.run(more);
        // Without hidden cards a card and what lies behind it are one node.
        const bool apart = tree != UctNodes::kPlayed;
        const std::size_t behind = apart ? all.situations.size() - 1 : 0;
        CHECK(search.tree_size() == 1 + all.tried.size() + behind);
        return search.tree_size();
    };
    const auto played = check(UctNodes::kPlayed, nothing);
    const auto mover = check(UctNodes::kMover, own);
    const auto world = check(UctNodes::kWorld, everything);
    CHECK(played < mover);
    CHECK(mover < world);
}

TEST_CASE("with one world the three trees of UCT are one") {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 2000 && found < 10; ++seed) {
        const Simulation play = ending(seed, static_cast<GameType>(seed % kGameTypes), 3);
        if (play.is_over()) continue;
        const CardView view = play.view(play.to_move());
        if (Worlds(view.known).count() != 1 || count(view.legal()) < 2) continue;
        ++found;
        const auto played = searched(view, UctNodes::kPlayed, 300);
        for (UctNodes tree : kTrees) {
            const auto other = searched(view, tree, 300);
            for (std::size_t i = 0; i < played.size(); ++i) {
                CHECK(other[i].visits == played[i].visits);
                CHECK(other[i].value.win == played[i].value.win);
            }
        }
    }
    CHECK(found == 10);
}

TEST_CASE("a tree of every world lets its seat guess right, a tree of what it knows does not") {
    const CardView view = guess();
    REQUIRE(Worlds(view.known).count() == 4);
    // With the seven away the suit of the last card is guessed later, with a ten away now. A tree
    // of the cards played lies between the two: its defenders do not know what they may show.
    for (const auto& [tree, expected] :
         {std::pair(UctNodes::kMover, 0.25), std::pair(UctNodes::kWorld, 0.5)}) {
        for (const auto& candidate : searched(view, tree, 20'000)) {
            if (candidate.card != make_card(kSpades, kSeven)) continue;
            CHECK(std::abs(candidate.value.win - expected) < 0.06);
        }
    }
}
