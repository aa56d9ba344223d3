// HDU 3389 by its closed form, as one would submit it: scanf, printf, nothing else.
#include <cstdio>

int main() {
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int number = 1; number <= cases; ++number) {
        int boxes, worth = 0;
        if (scanf("%d", &boxes) != 1) return 1;
        for (int box = 1; box <= boxes; ++box) {
            int cards;
            if (scanf("%d", &cards) != 1) return 1;
            int rest = box % 6;
            if (rest == 0 || rest == 2 || rest == 5) worth ^= cards;
        }
        printf("Case %d: %s\n", number, worth ? "Alice" : "Bob");
    }
}
