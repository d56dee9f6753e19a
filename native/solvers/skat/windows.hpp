// From bounds to a value: which windows the search is asked about (thesis §7.4).
#pragma once

#include <algorithm>

#include "solvers/common.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/question.hpp"

namespace kiebitz::solvers::skat {

inline constexpr int kWindow = 20;  // points

/// What is expected of a value before it is searched.
struct Expectation {
    int value = kNoGuess;
    bool likely = false;  // likely this very value: ask whether it is reached, first of all

    static Expectation none() { return {}; }
    static Expectation near(int value) { return {value, false}; }
    static Expectation exactly(int value) { return {value, true}; }
    bool is_none() const { return value == kNoGuess; }
};

/// Narrows bounds with `search(alpha, beta)`, which fails soft, until they meet. MTD(f) stops when
/// they are `resolution` points apart, and then takes the middle: where the answers are
/// approximate, the last points are not worth their questions.
template <class Options, class SearchFunction>
void narrow_to_value(const Options& options, Bounds& bounds, Expectation expected,
                     SearchFunction search, int resolution = 0) {
    const auto ask = [&](int alpha, int beta) {
        const int value = search(alpha, beta);
        if (value > alpha) bounds.lower = std::max(bounds.lower, value);
        if (value < beta) bounds.upper = std::min(bounds.upper, value);
        return value;
    };
    // Values often lie around two thirds of what is possible.
    const int middle = expected.is_none() ? bounds.lower + (bounds.upper - bounds.lower) * 2 / 3
                       : expected.likely  ? expected.value
                                          : std::clamp(expected.value, bounds.lower, bounds.upper);
    if (options.driver == Driver::alpha_beta) {
        ask(bounds.lower - 1, bounds.upper + 1);
        return;
    }
    if (options.driver == Driver::negascout) {
        // Most cards are as good as the best one or worse: one question often is enough.
        const bool likely = expected.likely;
        if (likely && middle > bounds.lower && middle <= bounds.upper) ask(middle - 1, middle);
        // Then a window of some points, which is moved on until the value lies in it.
        int alpha = likely ? bounds.upper - kWindow : middle - kWindow / 2;
        bool upwards = likely && bounds.lower >= middle;
        while (bounds.lower < bounds.upper) {
            alpha = upwards ? bounds.lower - 1 : std::max(alpha, bounds.lower - 1);
            upwards = ask(alpha, std::min(alpha + kWindow + 1, bounds.upper + 1)) > alpha;
            alpha = bounds.upper - kWindow;
        }
        return;
    }
    int guess = middle;
    int step = 0;  // the first question is about the guess itself
    while (bounds.upper - bounds.lower > resolution) {
        // Ask on the side of the guess that is still open.
        guess = std::clamp(guess, bounds.lower, bounds.upper);
        const int below = guess > bounds.lower ? std::max(bounds.lower, guess - 1 - step)
                                               : std::min(bounds.upper - 1, guess + step);
        const int alpha = std::max(bounds.lower - 1, below - (options.mtd_window - 1) / 2);
        const int beta = std::min(bounds.upper + 1, below + 1 + options.mtd_window / 2);
        guess = ask(alpha, beta);
        step = resolution;
    }
    if (bounds.lower < bounds.upper) {
        bounds.lower = bounds.upper = (bounds.lower + bounds.upper) / 2;
    }
}

/// One question to `search`: is the value at least `threshold`?
template <class SearchFunction>
void narrow_to_threshold(Bounds& bounds, int threshold, SearchFunction search) {
    if (bounds.lower >= threshold || bounds.upper < threshold) return;
    const int value = search(threshold - 1, threshold);
    if (value >= threshold) {
        bounds.lower = std::max(bounds.lower, value);
    } else {
        bounds.upper = std::min(bounds.upper, value);
    }
}

}  // namespace kiebitz::solvers::skat
