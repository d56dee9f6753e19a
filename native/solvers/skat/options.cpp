#include "solvers/skat/options.hpp"

namespace kiebitz::solvers::skat {

namespace {

std::string problem_of_driver(Driver driver, int mtd_window) {
    if (mtd_window < 1 || mtd_window > 121) {
        return std::string("mtd_window is from 1 to 121 points, not ") + std::to_string(mtd_window);
    }
    if (mtd_window != 1 && driver != Driver::mtd) return "mtd_window needs the driver mtd";
    return {};
}

}  // namespace

std::string problem_of(const TrumpOptions& options) {
    if (options.rank_patterns && !options.payoff_similarity) {
        return "rank_patterns needs payoff_similarity: its patterns are shared by positions that "
               "differ in points";
    }
    if (options.rank_patterns && options.rank_constraints) {
        return "rank_patterns and rank_constraints are two ways of storing the same: choose one";
    }
    if (options.rank_constraints && !options.payoff_similarity) {
        return "rank_constraints needs payoff_similarity: its classes are shared by positions that "
               "differ in points";
    }
    if (options.table_move && options.rank_constraints) {
        return "table_move needs rank_constraints off: they remember no card";
    }
    if (options.table_move && options.rank_patterns) {
        return "table_move needs rank_patterns off: patterns remember no card";
    }
    if (options.table_move && !options.table) return "table_move needs the table";
    return problem_of_driver(options.driver, options.mtd_window);
}

std::string problem_of(const NullOptions& options) {
    if (options.lowest_winning_rank && options.rank_constraints) {
        return "lowest_winning_rank and rank_constraints are two ways of storing the same: choose "
               "one";
    }
    return problem_of_driver(options.driver, options.mtd_window);
}

std::string problem_of(const Options& options) {
    const std::string problem = problem_of(options.trumps);
    return problem.empty() ? problem_of(options.nulls) : problem;
}

}  // namespace kiebitz::solvers::skat
