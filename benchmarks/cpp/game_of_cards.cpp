// Grundy values of the 0123-game over counts below N each: a dense loop over every position that
// play from that box reaches. Prints a checksum and the CPU time of the table alone.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 40;
    // Two cards 1 make a 2, a 1 and a 2 make a 3: at most (n - 1) / 2 more 2s, n - 1 more 3s.
    const int e1 = n, e2 = n + (n - 1) / 2, e3 = n + n - 1;
    const std::clock_t start = std::clock();
    std::vector<std::uint8_t> table(static_cast<std::size_t>(n) * e1 * e2 * e3);
    const std::size_t s2 = e3, s1 = s2 * e2, s0 = s1 * e1;
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < e1; ++b)
            for (int c = 0; c < e2; ++c) {
                std::uint8_t* row = &table[a * s0 + b * s1 + c * s2];
                for (int d = 0; d < e3; ++d) {
                    unsigned seen = 0;
                    if (a >= 1 && a + b + c + d >= 2) seen |= 1u << row[d - static_cast<std::ptrdiff_t>(s0)];
                    if (b >= 2 && c + 1 < e2) seen |= 1u << row[d - static_cast<std::ptrdiff_t>(2 * s1 - s2)];
                    if (b >= 1 && c >= 1 && d + 1 < e3)
                        seen |= 1u << row[d - static_cast<std::ptrdiff_t>(s1 + s2) + 1];
                    row[d] = static_cast<std::uint8_t>(__builtin_ctz(~seen));
                }
            }
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    unsigned long long sum = 0;
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
            for (int c = 0; c < n; ++c)
                for (int d = 0; d < n; ++d) sum = sum * 31 + table[a * s0 + b * s1 + c * s2 + d];
    std::printf("%llu %.6f\n", sum, seconds);
}
