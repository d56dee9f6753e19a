#pragma once
#include <array>
#include <cstdint>
namespace kiebitz::bridge {
extern std::int16_t move_weights[];
}
