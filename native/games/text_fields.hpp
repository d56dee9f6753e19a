// Reading positions from text: fields, numbers, and errors that show the offending token.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kiebitz::text {

[[noreturn]] inline void fail(const std::string& message) {
    throw std::invalid_argument(message);
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || text[i] == separator) {
            parts.push_back(text.substr(from, i - from));
            from = i + 1;
        }
    }
    return parts;
}

/// The fields between blanks; throws unless there are exactly `wanted`.
inline std::vector<std::string_view> fields(std::string_view text, std::size_t wanted,
                                            const std::string& what) {
    std::vector<std::string_view> found;
    for (auto part : split(text, ' ')) {
        if (!part.empty()) found.push_back(part);
    }
    if (found.size() != wanted) {
        fail(what + " has " + std::to_string(wanted) + " fields, not " +
             std::to_string(found.size()) + ": '" + std::string(text) + "'");
    }
    return found;
}

inline int number(std::string_view token, int least, int most, const std::string& what) {
    int value = 0;
    const auto end = token.data() + token.size();
    const auto result = std::from_chars(token.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end || value < least || value > most) {
        fail("'" + std::string(token) + "' is not " + what + " (" + std::to_string(least) + " to " +
             std::to_string(most) + ")");
    }
    return value;
}

/// Numbers joined by commas; throws unless there are exactly `wanted`.
inline std::vector<int> numbers(std::string_view token, std::size_t wanted, int least, int most,
                                const std::string& what) {
    const auto parts = split(token, ',');
    if (parts.size() != wanted) {
        fail("'" + std::string(token) + "': " + std::to_string(wanted) + " numbers wanted for " +
             what);
    }
    std::vector<int> values;
    for (auto part : parts) values.push_back(number(part, least, most, what));
    return values;
}

template <class Numbers>
std::string join(const Numbers& numbers, int size) {
    std::string text;
    for (int i = 0; i < size; ++i) {
        if (i > 0) text += ',';
        text += std::to_string(static_cast<int>(numbers[static_cast<std::size_t>(i)]));
    }
    return text;
}

}  // namespace kiebitz::text
