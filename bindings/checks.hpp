// Checks of numbers that come from Python: native code never sees one out of range.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace kiebitz::bindings {

inline void check(bool fits, const std::string& message) {
    if (!fits) throw nanobind::value_error(message.c_str());
}

inline void check_range(const char* name, int value, int low, int high) {
    check(value >= low && value <= high, std::string(name) + " must be from " +
                                             std::to_string(low) + " to " + std::to_string(high) +
                                             ", not " + std::to_string(value));
}

inline void check_chance(const char* name, double value) {
    check(value >= 0 && value <= 1,
          std::string(name) + " must be from 0 to 1, not " + std::to_string(value));
}

}  // namespace kiebitz::bindings
