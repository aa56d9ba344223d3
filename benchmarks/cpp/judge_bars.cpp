// Alice's Game by its closed form, as one would submit it: scanf, printf, nothing else.
#include <cstdio>

static int floor_log2(int n) { return 31 - __builtin_clz(n); }

int main() {
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int number = 1; number <= cases; ++number) {
        int bars;
        if (scanf("%d", &bars) != 1) return 1;
        long long sum = 0;
        while (bars-- > 0) {
            int x, y;
            if (scanf("%d %d", &x, &y) != 2) return 1;
            sum += x >= y ? (x >> floor_log2(y)) - 1 : 1 - (y >> floor_log2(x));
        }
        printf("Case %d: %s\n", number, sum > 0 ? "Alice" : "Bob");
    }
}
