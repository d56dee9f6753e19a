#include "solvers/tables/rows.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

#include "solvers/skat/search.hpp"
#include "solvers/skat/trump_engine.hpp"

namespace kiebitz::solvers::skat {

namespace {

constexpr int kTrumps = 4;  // the last suit of a form

int suits_of(Kind kind) {
    return kind == Kind::suit ? 3 : 4;
}

const SuitValuations& valuations(Kind kind, const Split& split, int suit) {
    return suit == kTrumps ? suit_valuations(kind, true, split.trumps)
                           : suit_valuations(kind, false, split.plain[suit]);
}

/// The ranks of a suit in a hand, and where its lowest card is.
int first_card(Kind kind, int suit) {
    if (suit != kTrumps) return kSuitSize * suit;
    return kind == Kind::suit ? kLowTrumps : kJacks;
}

}  // namespace

RowForm RowForm::of(Kind kind, const std::array<Cards, 3>& hands, int leader) {
    struct Suit {
        int size;
        std::array<std::int8_t, 11> owners;
        std::uint8_t digit;
    };
    const auto read = [&](int suit) {
        const unsigned width = suit != kTrumps ? 7 : kind == Kind::suit ? 11 : 4;
        const unsigned mask = (1U << width) - 1;
        const int shift = first_card(kind, suit);
        const unsigned rest = (hands[0] | hands[1] | hands[2]) >> shift & mask;
        Suit found{std::popcount(rest), {}, 0};
        found.digit = static_cast<std::uint8_t>(valuation_number(kind, suit == kTrumps, rest));
        int slot = 0;
        for (unsigned left = rest; left != 0;) {
            const unsigned top = std::bit_floor(left);
            left ^= top;
            const Cards card = static_cast<Cards>(top) << shift;
            found.owners[slot++] = (hands[0] & card) != 0 ? 0 : (hands[1] & card) != 0 ? 1 : 2;
        }
        return found;
    };
    std::array<Suit, 4> plain{};
    const int suits = suits_of(kind);
    for (int suit = 0; suit < suits; ++suit) plain[suit] = read(suit);
    std::sort(plain.begin(), plain.begin() + suits, [](const Suit& a, const Suit& b) {
        return a.size != b.size ? a.size > b.size : a.owners < b.owners;
    });
    RowForm form;
    form.leader = leader;
    for (int suit = 0; suit < suits; ++suit) {
        form.split.plain[suit] = plain[suit].size;
        form.owners[suit] = plain[suit].owners;
        form.digits[suit] = plain[suit].digit;
    }
    const Suit trumps = read(kTrumps);
    form.split.trumps = trumps.size;
    form.owners[kTrumps] = trumps.owners;
    form.digits[kTrumps] = trumps.digit;
    return form;
}

std::array<Cards, 3> RowForm::hands(Kind kind, const Digits& digits) const {
    std::array<Cards, 3> hands{};
    for (int suit = 0; suit <= kTrumps; ++suit) {
        if (size(suit) == 0) continue;
        unsigned left = valuations(kind, split, suit).ranks[digits[suit]];
        for (int slot = 0; left != 0; ++slot) {
            const unsigned top = std::bit_floor(left);
            left ^= top;
            hands[owners[suit][slot]] |= static_cast<Cards>(top) << first_card(kind, suit);
        }
    }
    return hands;
}

int row_distance(Kind kind, const Split& split, const Digits& a, const Digits& b) {
    int sum = 0;
    for (int suit = 0; suit <= kTrumps; ++suit) {
        if (a[suit] != b[suit]) sum += valuations(kind, split, suit).distance[a[suit]][b[suit]];
    }
    return sum;
}

int row_total(Kind kind, const Split& split, const Digits& digits) {
    int sum = 0;
    for (int suit = 0; suit <= kTrumps; ++suit) {
        for (const std::uint8_t value : valuations(kind, split, suit).values[digits[suit]]) {
            sum += value;
        }
    }
    return sum;
}

Bounds row_bounds(Kind kind, const Split& split, std::span<const Tentpole> row,
                  const Digits& digits) {
    Bounds bounds{-120, 120};
    for (const Tentpole& pole : row) {
        const int apart = row_distance(kind, split, pole.digits, digits);
        bounds.lower = std::max(bounds.lower, pole.value - apart);
        bounds.upper = std::min(bounds.upper, pole.value + apart);
    }
    return bounds;
}

struct RowMaker::Solver {
    explicit Solver(Kind kind)
        : table(std::size_t{32} << 20),
          suit(options, table, budget, false, weights_for(Kind::suit, options)),
          grand(options, table, budget, false, weights_for(Kind::grand, options)),
          kind(kind) {}

    int points(const std::array<Cards, 3>& hands, int leader) {
        return kind == Kind::suit ? points(suit, hands, leader) : points(grand, hands, leader);
    }
    template <Kind K>
    int points(Search<K, PatternTable>& search, const std::array<Cards, 3>& hands, int leader) {
        Node<K, PatternTable> node;
        node.hands = hands;
        node.player = leader;
        for (const Cards hand : hands) node.rest += search.valuation().sum(hand);
        node.words.update(node.hands, ~Cards{0});
        return search.value(node, 0, -1, node.rest + 1);
    }

    TrumpOptions options;
    PatternTable table;
    Budget budget;
    Search<Kind::suit, PatternTable> suit;
    Search<Kind::grand, PatternTable> grand;
    Kind kind;
};

/// What to ask next, and by the answer where to go on. Rows that share their first tentpoles share
/// the way; a node may ask for several tentpoles, one after the other.
struct RowMaker::TrieNode {
    struct Question {
        Digits digits;
        std::map<int, TrieNode> answers;
    };
    std::vector<Question> questions;
    std::optional<std::size_t> row;  // all tentpoles of this row have been met
};

RowMaker::RowMaker(Kind kind)
    : kind_(kind), solver_(std::make_unique<Solver>(kind)), trie_(std::make_unique<TrieNode>()) {}
RowMaker::~RowMaker() = default;

void RowMaker::next_split() {
    trie_ = std::make_unique<TrieNode>();
    rows_.clear();
    frequency_.clear();
}

int RowMaker::value(const RowForm& form, const Digits& digits) {
    return 2 * solver_->points(form.hands(kind_, digits), form.leader) -
           row_total(kind_, form.split, digits);
}

void RowMaker::begin(const RowForm& form) {
    form_ = form;
    ++stamp_;
    std::size_t size = 1;
    for (int suit = 0; suit <= kTrumps; ++suit) {
        strides_[suit] = size;
        size *= valuations(kind_, form.split, suit).values.size();
    }
    if (values_.size() < size) {
        values_.resize(size);
        valued_.resize(size);
        redundant_.resize(size);
    }
}

std::size_t RowMaker::place(const Digits& digits) const {
    std::size_t sum = 0;
    for (int suit = 0; suit <= kTrumps; ++suit) sum += strides_[suit] * digits[suit];
    return sum;
}

int RowMaker::ask(const Digits& digits) {
    const std::size_t at = place(digits);
    if (valued_[at] != stamp_) {
        valued_[at] = stamp_;
        values_[at] = static_cast<std::int16_t>(value(form_, digits));
        ++counts_.evaluated;
    }
    return values_[at];
}

std::size_t RowMaker::number(const RowForm& form) {
    begin(form);
    ++counts_.rows;
    auto found = seen(*trie_);
    if (!found) {
        const auto row = walk(form);
        found = rows_.size();
        rows_.push_back(row);
        frequency_.push_back(0);
        remember(row, *found);
    }
    ++frequency_[*found];
    return *found;
}

std::optional<std::size_t> RowMaker::seen(const TrieNode& node) {
    if (node.row) return node.row;
    for (const auto& question : node.questions) {
        const auto next = question.answers.find(ask(question.digits));
        if (next == question.answers.end()) continue;
        if (const auto found = seen(next->second)) return found;
    }
    return {};
}

void RowMaker::remember(const std::vector<Tentpole>& row, std::size_t number) {
    TrieNode* node = trie_.get();
    for (const Tentpole& pole : row) {
        auto question = std::find_if(node->questions.begin(), node->questions.end(),
                                     [&](const auto& one) { return one.digits == pole.digits; });
        if (question == node->questions.end()) {
            node->questions.push_back({pole.digits, {}});
            question = node->questions.end() - 1;
        }
        node = &question->answers[pole.value];
    }
    node->row = number;
}

std::vector<Tentpole> RowMaker::walk(const RowForm& form) {
    const bool begun = stamp_ != 0 && form.owners == form_.owners && form.leader == form_.leader &&
                       form.split.plain == form_.split.plain &&
                       form.split.trumps == form_.split.trumps;
    if (!begun) begin(form);
    ++counts_.walked;
    const Split& split = form.split;
    // The end of all hard edges that lead up from a valuation, or down.
    const auto climb = [&](Digits at, int direction) {
        for (bool moved = true; moved;) {
            moved = false;
            for (int suit = 0; suit <= kTrumps && !moved; ++suit) {
                const SuitValuations& here = valuations(kind_, split, suit);
                for (const int next : here.neighbours[at[suit]]) {
                    Digits other = at;
                    other[suit] = static_cast<std::uint8_t>(next);
                    const int gap = here.distance[at[suit]][next];
                    if (ask(other) - ask(at) == direction * gap) {
                        at = other;
                        moved = true;
                        break;
                    }
                }
            }
        }
        return at;
    };
    std::map<Digits, Tentpole> poles;
    const auto mark_between = [&](const Digits& low, const Digits& high) {
        std::array<std::vector<std::uint8_t>, 5> between;
        for (int suit = 0; suit <= kTrumps; ++suit) {
            const SuitValuations& here = valuations(kind_, split, suit);
            const int apart = here.distance[low[suit]][high[suit]];
            for (std::size_t i = 0; i < here.values.size(); ++i) {
                if (here.distance[low[suit]][i] + here.distance[i][high[suit]] == apart) {
                    between[suit].push_back(static_cast<std::uint8_t>(i));
                }
            }
        }
        Digits at{};
        const auto visit = [&](const auto& self, int suit) -> void {
            if (suit > kTrumps) {
                redundant_[place(at)] = stamp_;
                return;
            }
            for (const std::uint8_t digit : between[suit]) {
                at[suit] = digit;
                self(self, suit + 1);
            }
        };
        visit(visit, 0);
    };
    Digits at{};
    const auto visit = [&](const auto& self, int suit) -> void {
        if (suit > kTrumps) {
            if (redundant_[place(at)] == stamp_) return;
            const Digits high = climb(at, 1), low = climb(at, -1);
            poles[high] = {high, static_cast<std::int8_t>(ask(high)), true, poles[high].low};
            poles[low] = {low, static_cast<std::int8_t>(ask(low)), poles[low].high, true};
            mark_between(low, high);
            return;
        }
        for (std::size_t i = 0; i < valuations(kind_, split, suit).values.size(); ++i) {
            at[suit] = static_cast<std::uint8_t>(i);
            self(self, suit + 1);
        }
    };
    visit(visit, 0);
    std::vector<Tentpole> row;
    for (const auto& [digits, pole] : poles) row.push_back(pole);
    return row;
}

std::vector<Tentpole> half_row(const std::vector<Tentpole>& row) {
    const auto highs = std::count_if(row.begin(), row.end(), [](auto& pole) { return pole.high; });
    const auto lows = std::count_if(row.begin(), row.end(), [](auto& pole) { return pole.low; });
    std::vector<Tentpole> half;
    for (const Tentpole& pole : row) {
        if (highs <= lows ? pole.high : pole.low) half.push_back(pole);
    }
    return half;
}

}  // namespace kiebitz::solvers::skat
