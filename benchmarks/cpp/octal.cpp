// Values of an octal game, or of Grundy's game, by two published methods, as a baseline:
//
//   octal naive|sparse CODE COUNT
//
// "naive" goes through all options. "sparse" is the rare/common method of Winning Ways, chapter 4:
// heaps whose value has an even number of bits in common with a mask are rare; all options of the
// common class come from a rare heap and a common one, and the few smaller values of the rare class
// are looked for among all options. Prints a hash of the values and the CPU time in seconds.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

struct Rules {
    std::vector<int> empties, singles, splits;
    bool unequal = false;
};

static Rules rules_of(const std::string& code) {
    Rules rules;
    if (code == "grundy") {
        rules.splits.push_back(0);
        rules.unequal = true;
        return rules;
    }
    int take = 0;
    for (char c : code) {
        if (c == '.') continue;
        int digit = c - '0';
        if (digit & 1) rules.empties.push_back(take);
        if (digit & 2) rules.singles.push_back(take);
        if (digit & 4) rules.splits.push_back(take);
        ++take;
    }
    return rules;
}

struct Sequence {
    Rules rules;
    std::vector<uint16_t> values{0};
    std::vector<uint32_t> seen = std::vector<uint32_t>(1 << 12, 0);
    std::vector<int> rare;
    uint16_t mask = 1;

    bool is_rare(uint16_t value) const { return std::popcount(uint16_t(value & mask)) % 2 == 0; }

    void mark_simple(int n) {
        for (int take : rules.empties)
            if (take == n) seen[0] = n;
        for (int take : rules.singles)
            if (take < n) seen[values[n - take]] = n;
    }

    int last_half(int sum) const { return rules.unequal ? (sum - 1) / 2 : sum / 2; }

    void naive() {
        int n = values.size();
        mark_simple(n);
        for (int take : rules.splits) {
            int sum = n - take;
            for (int a = 1; a <= last_half(sum); ++a) seen[values[a] ^ values[sum - a]] = n;
        }
        uint16_t value = 0;
        while (seen[value] == uint32_t(n)) ++value;
        values.push_back(value);
    }

    void sparse() {
        int n = values.size();
        if (n >= 64 && (n & (n - 1)) == 0) choose_mask();
        mark_simple(n);
        for (int take : rules.splits)
            for (int r : rare) {
                int rest = n - take - r;
                if (rest < 1) break;
                if (!(rules.unequal && rest == r)) seen[values[r] ^ values[rest]] = n;
            }
        int common = 0, missing = 0;
        for (;; ++common) {
            if (seen[common] == uint32_t(n)) continue;
            if (!is_rare(common)) break;
            ++missing;
        }
        for (int take : rules.splits) {
            int sum = n - take;
            for (int a = 1; missing && a <= last_half(sum); ++a) {
                int v = values[a] ^ values[sum - a];
                if (seen[v] != uint32_t(n)) {
                    seen[v] = n;
                    missing -= v < common;
                }
            }
        }
        int value = 0;
        while (seen[value] == uint32_t(n)) ++value;
        values.push_back(value);
        if (is_rare(value)) rare.push_back(n);
    }

    void choose_mask() {
        std::vector<long> sums(1 << 10, 0);
        for (size_t n = 1; n < values.size(); ++n) ++sums[values[n]];
        for (size_t half = 1; half < sums.size(); half *= 2)
            for (size_t at = 0; at < sums.size(); at += 2 * half)
                for (size_t i = at; i < at + half; ++i) {
                    long x = sums[i], y = sums[i + half];
                    sums[i] = x + y;
                    sums[i + half] = x - y;
                }
        size_t best = 1;
        for (size_t m = 1; m < sums.size(); ++m)
            if (sums[m] < sums[best]) best = m;
        mask = best;
        rare.clear();
        for (size_t n = 1; n < values.size(); ++n)
            if (is_rare(values[n])) rare.push_back(n);
    }
};

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    Sequence sequence{rules_of(argv[2])};
    const size_t count = std::atoll(argv[3]);
    const bool naive = !std::strcmp(argv[1], "naive");
    const std::clock_t began = std::clock();
    while (sequence.values.size() < count) naive ? sequence.naive() : sequence.sparse();
    const double took = double(std::clock() - began) / CLOCKS_PER_SEC;
    uint64_t hash = 0;
    for (uint16_t value : sequence.values) hash = hash * 1000003 + value;
    std::printf("%llu %.6f\n", (unsigned long long)hash, took);
}
