#include "players/skat/bidding.hpp"

#include <algorithm>

namespace kiebitz::players::skat {

namespace {

constexpr int kOpenGames = 7;  // the five with trumps, null, null ouvert

constexpr Contract game_number(int number, bool hand) {
    if (number < 6) return {static_cast<GameType>(number), hand};
    return {GameType::kNull, hand, false, false, true};
}

/// The smallest value that a lost game at this bid costs.
bool better(const Announcement& a, const Announcement& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.contract.code() < b.contract.code();
}

/// The chances of one set of twelve cards: by game the best discard.
struct BestDiscards {
    std::array<double, kOpenGames> log_odds;
    std::array<Cards, kOpenGames> put_away;
};

BestDiscards best_discards(const HandModel& model, Cards twelve, int seat) {
    BestDiscards best;
    best.log_odds.fill(-1e9);
    best.put_away.fill(0);
    std::array<Card, 12> cards;
    int n = 0;
    for (Card card : each_card(twelve)) cards[static_cast<std::size_t>(n++)] = card;
    for (std::size_t i = 0; i < 12; ++i) {
        for (std::size_t j = i + 1; j < 12; ++j) {
            const Cards away = bit(cards[i]) | bit(cards[j]);
            for (int g = 0; g < kOpenGames; ++g) {
                const auto at = static_cast<std::size_t>(g);
                const double odds =
                    model.log_odds(game_number(g, false), twelve & ~away, away, seat);
                if (odds > best.log_odds[at]) {
                    best.log_odds[at] = odds;
                    best.put_away[at] = away;
                }
            }
        }
    }
    return best;
}

double chance(double log_odds) {
    return 1 / (1 + std::exp(-log_odds));
}

}  // namespace

CardView first_view(const Contract& contract, Cards hand, Cards put_away, int seat, int bid) {
    CardView view;
    view.known.seat = seat;
    view.known.declarer = seat;
    view.known.hand = hand;
    view.known.knows_skat = !contract.hand;
    view.known.put_away = put_away;
    if (contract.ouvert) view.known.shown = hand;
    view.tricks.contract = contract;
    view.tricks.declarer = static_cast<std::int8_t>(seat);
    view.bid = static_cast<std::int16_t>(bid);
    return view;
}

std::vector<Announcement> Bidding::discards(const Contract& contract, Cards twelve,
                                            int seat) const {
    std::vector<Announcement> list;
    const int value = announced_value(contract, twelve);
    for (Card a : each_card(twelve)) {
        for (Card b : each_card(twelve)) {
            if (a >= b) continue;
            const Cards away = bit(a) | bit(b);
            Announcement one{contract, away,
                             model_->win_chance(contract, twelve & ~away, away, seat), value};
            one.score = expected_score(one.win, value);
            list.push_back(one);
        }
    }
    std::stable_sort(list.begin(), list.end(), better);
    return list;
}

Announcement Bidding::best_discard(const Contract& contract, Cards twelve, int seat) const {
    return discards(contract, twelve, seat).front();
}

std::vector<Announcement> Bidding::announcements(Cards twelve, int seat, int bid) const {
    const BestDiscards best = best_discards(*model_, twelve, seat);
    std::vector<Announcement> list;
    for (int g = 0; g < kOpenGames; ++g) {
        const auto at = static_cast<std::size_t>(g);
        const Contract contract = game_number(g, false);
        const int value = announced_value(contract, twelve);
        // A null below the bid may not be announced at all.
        if (contract.type == GameType::kNull && value < bid) continue;
        Announcement one{contract, best.put_away[at], chance(best.log_odds[at]), value};
        if (value < bid) {
            one.win = 0;
            one.value = value_at_bid(contract.type, bid);
        }
        one.score = expected_score(one.win, one.value);
        list.push_back(one);
    }
    std::stable_sort(list.begin(), list.end(), better);
    return list;
}

std::vector<Announcement> Bidding::hand_games(Cards hand, int seat, int bid) const {
    std::vector<Announcement> list;
    for (int g = 0; g < kOpenGames; ++g) {
        const Contract contract = game_number(g, true);
        Announcement one{contract, 0, model_->win_chance(contract, hand, 0, seat),
                         announced_value(contract, hand)};
        if (contract.type == GameType::kNull) {
            if (one.value < bid) continue;
        } else {
            // The skat may hold a jack that makes the game cheaper than the bid.
            const Cards unseen = kDeck & ~hand;
            int fine = 0, all = 0;
            for (Card a : each_card(unseen)) {
                for (Card b : each_card(unseen)) {
                    if (a >= b) continue;
                    ++all;
                    fine += announced_value(contract, hand | bit(a) | bit(b)) >= bid;
                }
            }
            one.win *= static_cast<double>(fine) / all;
        }
        one.score = expected_score(one.win, one.value);
        list.push_back(one);
    }
    std::stable_sort(list.begin(), list.end(), better);
    return list;
}

Prospects Bidding::prospects(Cards hand, int seat) const {
    Prospects prospects;
    const Cards unseen = kDeck & ~hand;
    int skats = 0;
    for (Card a : each_card(unseen)) {
        for (Card b : each_card(unseen)) {
            if (a >= b) continue;
            ++skats;
            const Cards twelve = hand | bit(a) | bit(b);
            const BestDiscards best = best_discards(*model_, twelve, seat);
            std::array<double, kOpenGames> win, score;
            std::array<int, kOpenGames> value;
            for (std::size_t g = 0; g < kOpenGames; ++g) {
                value[g] = announced_value(game_number(static_cast<int>(g), false), twelve);
                win[g] = chance(best.log_odds[g]);
                score[g] = expected_score(win[g], value[g]);
            }
            for (std::size_t level = 0; level < kBids.size(); ++level) {
                const int bid = kBids[level];
                double best_score = expected_score(0, bid), best_win = 0;  // overbid
                int best_value = bid;
                bool best_is_null = false;
                for (std::size_t g = 0; g < kOpenGames; ++g) {
                    if (value[g] < bid || score[g] <= best_score) continue;
                    best_score = score[g];
                    best_win = win[g];
                    best_value = value[g];
                    best_is_null = game_number(static_cast<int>(g), false).type == GameType::kNull;
                }
                prospects.win[level] += best_win;
                prospects.value[level] += best_value;
                prospects.null_share[level] += best_is_null;
                prospects.score[level] += best_score;
            }
        }
    }
    for (std::size_t level = 0; level < kBids.size(); ++level) {
        prospects.win[level] /= skats;
        prospects.score[level] /= skats;
        prospects.value[level] /= skats;
        prospects.null_share[level] /= skats;
        // Values of hand games hardly depend on the bid: look again only where it matters.
        const bool same = level > 0 && prospects.hand_game[level - 1].win == 0;
        if (same) continue;
        const auto games = hand_games(hand, seat, kBids[level]);
        if (!games.empty()) prospects.hand_game[level] = games.front();
    }
    // A game that cannot be lost is bid as far as it is worth.
    for (const Announcement& one : sure_hand_games(hand, seat)) {
        for (std::size_t level = 0; level < kBids.size() && kBids[level] <= one.value; ++level) {
            Announcement& best = prospects.hand_game[level];
            if (!best.sure) best = one;
        }
    }
    return prospects;
}

std::vector<Announcement> Bidding::by_skat(Cards hand, int seat, int bid) const {
    std::vector<Announcement> list;
    const Cards unseen = kDeck & ~hand;
    for (Card a : each_card(unseen)) {
        for (Card b : each_card(unseen)) {
            if (a < b) list.push_back(announcements(hand | bit(a) | bit(b), seat, bid).front());
        }
    }
    return list;
}

bool Bidding::worth_proving(const Contract& contract, double win) {
    if (contract.hand || contract.type == GameType::kNull) return true;
    return win >= (contract.type == GameType::kGrand ? 0.3 : 0.9);
}

void Bidding::prove_sure_wins(std::vector<Announcement>& list, Cards cards, int seat,
                              int bid) const {
    for (Announcement& one : list) {
        if (worth_proving(one.contract, one.win)) prove(one, cards, seat, bid);
    }
    std::stable_sort(list.begin(), list.end(), better);
}

void Bidding::find_sure_discards(std::vector<Announcement>& list, Cards twelve, int seat,
                                 int bid) const {
    if (!proves_) return;
    for (Announcement& one : list) {
        if (one.sure || one.value < bid || !worth_proving(one.contract, one.win)) continue;
        for (Announcement other : discards(one.contract, twelve, seat)) {
            if (!worth_proving(other.contract, other.win)) break;
            if (!prove(other, twelve, seat, bid)) continue;
            one = other;
            break;
        }
    }
    std::stable_sort(list.begin(), list.end(), better);
}

bool Bidding::prove(Announcement& one, Cards cards, int seat, int bid) const {
    if (!proves_) return false;
    SureGames& games = SureGames::shared();
    const Cards hand = cards & ~one.put_away;
    const CardView view = first_view(one.contract, hand, one.put_away, seat, bid);
    if (!games.proves(view, view.hardest_goal())) return false;
    one.sure = true;
    one.win = 1;
    if (one.contract.type != GameType::kNull) {
        const bool schneider = games.proves(view, Goal::reach(kSchneider));
        const bool schwarz = schneider && games.proves(view, Goal::all_tricks());
        if (one.contract.hand) {
            one.contract.schneider = schneider;
            // A game that cannot lose a trick can be played open as well.
            one.contract.schwarz = one.contract.ouvert = schwarz;
            one.value = announced_value(one.contract, cards);
        } else {
            const int run = matadors(one.contract.type, cards);
            one.value =
                base_value(one.contract.type) * levels(one.contract, run, schneider, schwarz);
        }
    }
    one.score = expected_score(one.win, one.value);
    return true;
}

std::vector<Announcement> Bidding::sure_hand_games(Cards hand, int seat) const {
    std::vector<Announcement> sure;
    const Cards unseen = kDeck & ~hand;
    for (int g = 0; g < kOpenGames; ++g) {
        Announcement one{game_number(g, true), 0, 0, 0};
        one.win = model_->win_chance(one.contract, hand, 0, seat);
        if (!prove(one, hand, seat, 0)) continue;
        // The skat may hold a jack that makes it cheaper.
        int least = announced_value(one.contract, hand);
        if (one.contract.type != GameType::kNull) {
            for (Card a : each_card(unseen)) {
                for (Card b : each_card(unseen)) {
                    if (a >= b) continue;
                    least = std::min(least, announced_value(one.contract, hand | bit(a) | bit(b)));
                }
            }
        }
        one.value = least;
        one.score = expected_score(1, least);
        sure.push_back(one);
    }
    std::stable_sort(sure.begin(), sure.end(), better);
    return sure;
}

}  // namespace kiebitz::players::skat
