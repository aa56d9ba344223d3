// Grundy values of Kayles up to n by the quadratic recurrence, with an array of stamps for the
// least value that no option has. Prints a checksum and the CPU time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 20000;
    const std::clock_t start = std::clock();
    std::vector<std::uint8_t> value(n + 1);
    std::vector<int> stamp(256, -1);
    for (int heap = 0; heap <= n; ++heap) {
        for (int taken = 1; taken <= 2; ++taken)
            for (int left = 0; left <= (heap - taken) / 2 && taken <= heap; ++left)
                stamp[value[left] ^ value[heap - taken - left]] = heap;
        int least = 0;
        while (stamp[least] == heap) ++least;
        value[heap] = static_cast<std::uint8_t>(least);
    }
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    unsigned long long sum = 0;
    for (int heap = 0; heap <= n; ++heap) sum = sum * 31 + value[heap];
    std::printf("%llu %.6f\n", sum, seconds);
}
