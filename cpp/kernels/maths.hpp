// log, exp and pow of doubles by additions, multiplications and one division, wherever the result decides a stored
// byte: libm's differ between machines in the last bit, these do not (compiled without contraction into fused
// multiply-add, every instruction set gives the same bits, and so does the compiler at compile time).
//
// Relative error over the whole range: log 2e-16, exp 5e-16, pow 2e-15 (tests/agreement/test_maths.py).
// Internal linkage throughout, so that the files of cpp/isa may include this without sharing a symbol.
#pragma once
#include <cstdint>

namespace laconic::maths {

namespace detail {

// ln 2 = high + low; the high part ends in 11 zero bits, so that (any exponent) * high is exact.
inline constexpr double kLn2High = 0x1.62e42fefa3800p-1, kLn2Low = 0x1.ef35793c76730p-45;
inline constexpr double kLog2E = 0x1.71547652b82fep+0;
inline constexpr double kInfinity = __builtin_inf(), kNaN = __builtin_nan("");
inline constexpr uint64_t kMantissa = (uint64_t{1} << 52) - 1;

// An unevaluated sum high + low with |low| at most half a unit of the last place of high.
struct Pair {
  double high, low;
};

static constexpr Pair sum(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

// a * b exactly, by splitting both factors into halves of 26 bits (Dekker); for factors below 2^996.
static constexpr Pair product(double a, double b) {
  const double ca = a * 134217729.0, cb = b * 134217729.0;  // 2^27 + 1
  const double a1 = ca - (ca - a), b1 = cb - (cb - b), a2 = a - a1, b2 = b - b1;
  const double p = a * b;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

// 2^k for k in -1022 .. 1023.
static constexpr double power_of_two(int64_t k) {
  return __builtin_bit_cast(double, static_cast<uint64_t>(k + 1023) << 52);
}

// ln x to about 65 bits, for finite x > 0. With x = 2^k m, m in sqrt(1/2) .. sqrt(2), and s = (m - 1) / (m + 1):
//   ln x = k ln 2 + 2 s + 2 s^3 (1/3 + s^2/5 + s^4/7 + ...),   |s| < 0.172
static constexpr Pair log_pair(double x) {
  int64_t k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  const uint64_t bits = __builtin_bit_cast(uint64_t, x);
  k += static_cast<int64_t>(bits >> 52) - 1023;
  double m = __builtin_bit_cast(double, (bits & kMantissa) | (uint64_t{1023} << 52));
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++k;
  }
  const double f = m - 1;  // exact
  const Pair below = sum(m, 1);
  const double s = f / below.high;
  const Pair back = product(s, below.high);
  const double s_low = ((f - back.high) - back.low - s * below.low) / below.high;
  const double z = s * s;
  double series = 1.0 / 25;
  for (int odd = 23; odd >= 3; odd -= 2) series = series * z + 1.0 / odd;
  const double exponent = static_cast<double>(k);
  const Pair head = sum(exponent * kLn2High, 2 * s);
  const double tail = head.low + (exponent * kLn2Low + (2 * s_low + 2 * s * z * series));
  return sum(head.high, tail);
}

// e^(high + low), for a small low. With k the whole number nearest to x / ln 2: e^x = 2^k e^r, |r| < 0.35, by Taylor.
static constexpr double exp_pair(double high, double low) {
  if (!(high == high)) return kNaN;
  if (high > 710) return kInfinity;
  if (high < -746) return 0;
  const auto k = static_cast<int64_t>(high * kLog2E + (high < 0 ? -0.5 : 0.5));
  const double exponent = static_cast<double>(k);
  const double r = (high - exponent * kLn2High) + (low - exponent * kLn2Low);
  double series = 1;
  for (int n = 14; n >= 1; --n) series = 1 + series * r * (1.0 / n);  // r^15 / 15! is below 1e-19
  const int64_t half = k / 2;  // two steps, because 2^k alone may leave the range where the result does not
  return series * power_of_two(half) * power_of_two(k - half);
}

}  // namespace detail

// ln x; minus infinity at 0, NaN below.
static constexpr double log(double x) {
  if (x > 0 && x < detail::kInfinity) return detail::log_pair(x).high;
  if (x == 0) return -detail::kInfinity;
  return x > 0 ? x : detail::kNaN;
}

// e^x; infinity above 709.78, gently to 0 below -745.13.
static constexpr double exp(double x) { return detail::exp_pair(x, 0); }

// x^y for x >= 0; x^0 = 1 for every x, NaN for any other power of a negative x.
static constexpr double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (!(x > 0 && x < detail::kInfinity)) return exp(y * log(x));
  const detail::Pair l = detail::log_pair(x);
  const double high = y * l.high;
  if (!(high > -746 && high < 710)) return detail::exp_pair(high, 0);
  const detail::Pair exact = detail::product(y, l.high);
  return detail::exp_pair(exact.high, exact.low + y * l.low);
}

}  // namespace laconic::maths
