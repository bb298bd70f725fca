// Decimal text -> the nearest float (ties to even), exactly and fast. Only finite decimals: no hex, no inf, no nan.
//
// Nearly every value takes Clinger's way: up to 2^53 times or divided by an exact power of ten is one correctly rounded
// double operation. Rounding that double to a float is right too, unless it lies exactly between two floats, where it
// may have been rounded to; that, and whatever is longer or further from 1, goes to std::from_chars.
#pragma once
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace laconic {

static_assert(std::endian::native == std::endian::little, "runs of digits are read as little-endian words");

// The digits at the front of eight bytes: their value and how many there are.
struct DigitRun {
  uint64_t value;
  int count;
};

// Branch-free, because the lengths of indices change at random and a misprediction costs more than all of this.
inline DigitRun digits_of_word(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, 8);
  word ^= 0x3030303030303030ull;  // digits become 0 .. 9
  const uint64_t others = (((word & 0x7F7F7F7F7F7F7F7Full) + 0x7676767676767676ull) | word) & 0x8080808080808080ull;
  const int count = std::countr_zero(others) >> 3;  // 8 when there is no other byte
  const int half = 32 - 4 * count;                  // two shifts, because a shift by 64 is undefined
  word = (word << half) << half;                    // zeros move in at the front
  word = word * 10 + (word >> 8);
  word = ((word & 0x000000FF000000FFull) * 0x000F424000000064ull +
          ((word >> 16) & 0x000000FF000000FFull) * 0x0000271000000001ull) >>
         32;
  return {word, count};
}

inline DigitRun digits_one_by_one(const char* p, const char* buffer_end) {
  DigitRun run{0, 0};
  while (run.count < 8 && p < buffer_end && *p >= '0' && *p <= '9') {
    run.value = run.value * 10 + static_cast<uint64_t>(*p++ - '0');
    ++run.count;
  }
  return run;
}

// At most eight digits from p on; never reads at or beyond buffer_end.
inline DigitRun digit_run(const char* p, const char* buffer_end) {
  return buffer_end - p >= 8 ? digits_of_word(p) : digits_one_by_one(p, buffer_end);
}

enum class Decimal { fine, malformed, too_large };

namespace decimal {

inline constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr uint64_t kWholePowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// What a decimal is made of: digits * 10^exponent. `digits` has wrapped around when count > 19.
struct Parts {
  uint64_t digits = 0;
  int64_t count = 0;
  int64_t exponent = 0;
};

inline const char* take_digits(const char* p, const char* buffer_end, Parts& parts) {
  for (;;) {
    const DigitRun run = digit_run(p, buffer_end);
    parts.digits = parts.digits * kWholePowers[run.count] + run.value;
    parts.count += run.count;
    p += run.count;
    if (run.count < 8) return p;
  }
}

// The exponent behind an 'e' at p, held within +-10^9; nullptr without a digit.
inline const char* take_exponent(const char* p, const char* buffer_end, Parts& parts) {
  ++p;
  const bool negative = p < buffer_end && *p == '-';
  if (p < buffer_end && (*p == '-' || *p == '+')) ++p;
  int64_t value = 0;
  const char* const first = p;
  for (; p < buffer_end && *p >= '0' && *p <= '9'; ++p)
    if (value < 1000000000) value = value * 10 + (*p - '0');
  parts.exponent += negative ? -value : value;
  return p == first ? nullptr : p;
}

// Splits the decimal at p (behind its sign); nullptr when it is none.
inline const char* split(const char* p, const char* buffer_end, Parts& parts) {
  p = take_digits(p, buffer_end, parts);
  if (p < buffer_end && *p == '.') {
    const int64_t whole = parts.count;
    p = take_digits(p + 1, buffer_end, parts);
    parts.exponent = whole - parts.count;
  }
  if (parts.count == 0) return nullptr;
  if (p < buffer_end && (*p == 'e' || *p == 'E')) return take_exponent(p, buffer_end, parts);
  return p;
}

// Clinger's way; false where it does not decide.
inline bool round_fast(const Parts& parts, float& out) {
  constexpr uint64_t kHalfwayMask = (1ull << 29) - 1, kHalfway = 1ull << 28;
  if (parts.count > 19 || parts.digits > (1ull << 53) || parts.exponent < -22 || parts.exponent > 22) return false;
  const double digits = static_cast<double>(parts.digits);
  const double value = parts.exponent < 0 ? digits / kPowers[-parts.exponent] : digits * kPowers[parts.exponent];
  out = static_cast<float>(value);  // 0 or between 1e-22 and 1e38: always a normal float
  return (std::bit_cast<uint64_t>(value) & kHalfwayMask) != kHalfway;
}

// Whether a decimal outside the range of float is too large (not too small): where its first non-zero digit stands.
inline bool is_large(const char* p, const char* end, int64_t exponent_of_last_digit, int64_t count) {
  for (; p < end && (*p == '0' || *p == '.'); ++p)
    if (*p == '0') --count;
  return exponent_of_last_digit + count > 0;
}

inline Decimal round_slowly(const char* first, const char* last, const Parts& parts, float& out) {
  const auto result = std::from_chars(first, last, out, std::chars_format::general);
  if (result.ec == std::errc()) return Decimal::fine;
  if (is_large(first, last, parts.exponent, parts.count)) return Decimal::too_large;
  out = 0.0f;
  return Decimal::fine;
}

}  // namespace decimal

// Reads [+-]digits[.digits][e[+-]digits] at p and returns where it ends; `out` is set when the status is fine.
inline const char* parse_decimal(const char* p, const char* buffer_end, float& out, Decimal& status) {
  const bool negative = p < buffer_end && *p == '-';
  if (p < buffer_end && (*p == '-' || *p == '+')) ++p;
  decimal::Parts parts;
  const char* const end = decimal::split(p, buffer_end, parts);
  if (end == nullptr) {
    status = Decimal::malformed;
    return p;
  }
  status = decimal::round_fast(parts, out) ? Decimal::fine : decimal::round_slowly(p, end, parts, out);
  if (negative) out = -out;
  return end;
}

}  // namespace laconic
