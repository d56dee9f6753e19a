// One register function a submodule of kiebitz._core; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace kiebitz::bindings {

void register_best_defence(nanobind::module_& core);
void register_cards(nanobind::module_& core);
void register_bridge(nanobind::module_& core);
void register_bridge_solver(nanobind::module_& core);
void register_skat(nanobind::module_& core);
void register_skat_solver(nanobind::module_& core);
void register_tables(nanobind::module_& core);
void register_synthetic(nanobind::module_& core);
void register_synthetic_games(nanobind::module_& core);
void register_two_sided(nanobind::module_& core);
void register_hearts(nanobind::module_& core);
void register_spades(nanobind::module_& core);
void register_sergeant_major(nanobind::module_& core);
void register_cribbage(nanobind::module_& core);
void register_chinese_checkers(nanobind::module_& core);
void register_abalone(nanobind::module_& core);
void register_multiplayer(nanobind::module_& core);
void register_python_players(nanobind::module_& core);
void register_skat_bidding(nanobind::module_& core);
void register_skat_players(nanobind::module_& core);
void register_skat_paranoid(nanobind::module_& core);
void register_values(nanobind::module_& core);
void register_skat_locations(nanobind::module_& core);

}  // namespace kiebitz::bindings
