// Independent pieces of work on several threads: the one place that starts threads.
//
// It lies on the ground floor, beside the random numbers, so that every room can use it. A piece
// gets its answer from its index alone (a seed derived from it, a place of its own in the result);
// then the whole is the same on any number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace kiebitz {

/// Piece `index`, done by worker `worker`: a number below the number of threads, for what each
/// thread keeps to itself (a solver, an evaluation).
using Piece = std::function<void(std::size_t index, std::size_t worker)>;

/// Called now and then on the calling thread with the number of pieces done, and once at the end.
using Watch = std::function<void(std::size_t done)>;

/// Does pieces 0, 1, 2 … below `count`, begun in this order, on at most `threads` threads (0 counts
/// as 1). Returns how many were done; these are the first ones.
///
/// Once `stop` is true no further piece is begun; a piece, the watch or another thread may set it.
/// A piece that takes long looks at it too, as `Budget` does. If pieces throw, the exception of the
/// first of them is thrown here when all threads have ended: the same one on any number of threads.
/// What the watch throws stops the work and comes first.
///
/// Without a watch the calling thread works too, and alone if one thread is enough. With a watch it
/// only watches, so that it can look after Ctrl-C and progress.
///
///     std::atomic<bool> stop = false;
///     for_each_index(worlds.size(), threads, stop, [&](std::size_t i, std::size_t worker) {
///         values[i] = evaluations[worker].evaluate(worlds[i], derive_seed(seed, i));
///     });
std::size_t for_each_index(std::size_t count, std::size_t threads, std::atomic<bool>& stop,
                           const Piece& piece, const Watch& watch = {});

}  // namespace kiebitz
