"""The nim product as source code.

With F a Fermat power 2 ** half, F times a is the common product for a < F, and F times F is
F + F / 2 (J. H. Conway, On Numbers and Games, chapter 6).
"""

__all__ = ["CPP", "PYTHON"]

# Numbers below 2**64 have a product below 2**64.
CPP = """\
typedef unsigned long long word_;
struct product_ {
    static word_ of(word_ x_, word_ y_, int half_) {
        if (x_ < 2 || y_ < 2) return x_ * y_;
        while (half_ > 1 && !((x_ | y_) >> half_)) half_ /= 2;
        const word_ mask_ = (word_(1) << half_) - 1;
        const word_ a_ = x_ >> half_, b_ = x_ & mask_, c_ = y_ >> half_, d_ = y_ & mask_;
        const word_ low_ = of(b_, d_, half_ / 2);
        const word_ cross_ = of(a_ ^ b_, c_ ^ d_, half_ / 2) ^ low_;
        const word_ more_ = of(of(a_, c_, half_ / 2), word_(1) << (half_ - 1), half_ / 2);
        return (cross_ << half_) ^ low_ ^ more_;
    }
};"""
PYTHON = """\
def product_(x_, y_):
    if x_ < 2 or y_ < 2:
        return x_ * y_
    half_ = 1
    while max(x_, y_) >> (2 * half_):
        half_ *= 2
    (a_, b_), (c_, d_) = divmod(x_, 1 << half_), divmod(y_, 1 << half_)
    low_ = product_(b_, d_)
    cross_ = product_(a_ ^ b_, c_ ^ d_) ^ low_
    return cross_ << half_ ^ low_ ^ product_(product_(a_, c_), 1 << (half_ - 1))

"""
