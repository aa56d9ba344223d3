// 0123-game by its closed form, as one would submit it: scanf, printf, nothing else.
#include <cstdio>

int main() {
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int number = 1; number <= cases; ++number) {
        int c0, c1, c2, c3;
        if (scanf("%d %d %d %d", &c0, &c1, &c2, &c3) != 4) return 1;
        bool wins;
        if ((long long)c1 + c2 + c3 == 0) {
            wins = c0 > 0 && c0 % 2 == 0;
        } else {
            int worth = c1 % 3 == 0 ? 0 : c1 % 3 == 1 ? c2 >= 1 : c2 >= 2 ? 2 : 1;
            wins = (worth ^ (c0 % 2)) != 0;
        }
        printf("Case #%d: %s\n", number, wins ? "Rabbit" : "Horse");
    }
}
