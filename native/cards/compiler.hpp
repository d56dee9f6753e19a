// What only some compilers have. Everything that is not standard C++ and not an intrinsic of the
// processor stands here, with what takes its place elsewhere.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define KIEBITZ_ALWAYS_INLINE [[gnu::always_inline]]
#define KIEBITZ_NEVER_INLINE [[gnu::noinline]]
#elif defined(_MSC_VER)
#define KIEBITZ_ALWAYS_INLINE [[msvc::forceinline]]
#define KIEBITZ_NEVER_INLINE [[msvc::noinline]]
#else
#define KIEBITZ_ALWAYS_INLINE
#define KIEBITZ_NEVER_INLINE
#endif

// Functions compiled for a newer processor than the rest, chosen when the program runs: GCC and
// clang can. Without it the portable ones are taken, which give the same answers.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KIEBITZ_TARGET(instructions) [[gnu::target(instructions)]]
#define KIEBITZ_CPU_SUPPORTS(instructions) (__builtin_cpu_supports(instructions) != 0)
#define KIEBITZ_HAS_TARGETS
#endif
// A whole file for a newer processor: GCC alone.
#if defined(KIEBITZ_HAS_TARGETS) && !defined(__clang__)
#define KIEBITZ_HAS_TARGET_FILES
#endif

namespace kiebitz {

/// Memory is slow: this address will be read soon.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

}  // namespace kiebitz
