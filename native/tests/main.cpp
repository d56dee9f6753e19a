#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

int main(int argc, char** argv) {
    // What somebody has built on this machine must not change a test.
#ifdef _WIN32
    _putenv_s("KIEBITZ_TABLES", "no-such-directory");
#else
    setenv("KIEBITZ_TABLES", "no-such-directory", 1);
#endif
    return doctest::Context(argc, argv).run();
}
