#include "kernels/unicode.hpp"

#include <algorithm>
#include <unordered_map>

#include "kernels/unicode_tables.hpp"

namespace laconic::unicode {
namespace {

// Hangul syllables are composed by arithmetic (Unicode, chapter 3.12).
constexpr int32_t kSyllable = 0xAC00, kLead = 0x1100, kVowel = 0x1161, kTail = 0x11A7;
constexpr int32_t kLeads = 19, kVowels = 21, kTails = 28, kSyllables = kLeads * kVowels * kTails;

using Points = std::vector<int32_t>;

struct Mappings {
  std::unordered_map<int32_t, Decomposition> parts;
  std::unordered_map<uint64_t, int32_t> wholes;
};

uint64_t pair_key(int32_t first, int32_t second) {
  return static_cast<uint64_t>(first) << 32 | static_cast<uint32_t>(second);
}

const Mappings& mappings() {
  static const Mappings built = [] {
    Mappings m;
    for (const Decomposition& d : decompositions) {
      m.parts[d.whole] = d;
      if (d.composes) m.wholes[pair_key(d.first, d.second)] = d.whole;
    }
    return m;
  }();
  return built;
}

void append_decomposed(Points& out, int32_t c) {
  const int32_t s = c - kSyllable;
  if (s >= 0 && s < kSyllables) {
    out.push_back(kLead + s / (kVowels * kTails));
    out.push_back(kVowel + s / kTails % kVowels);
    if (s % kTails > 0) out.push_back(kTail + s % kTails);
    return;
  }
  const auto found = mappings().parts.find(c);
  if (found == mappings().parts.end()) {
    out.push_back(c);
    return;
  }
  append_decomposed(out, found->second.first);  // only the first part decomposes further, a few levels deep
  if (found->second.second) append_decomposed(out, found->second.second);
}

int combining(int32_t c) {
  static const std::unordered_map<int32_t, int> built = [] {
    std::unordered_map<int32_t, int> m;
    for (const Class& row : classes)
      for (int32_t c = row.first; c <= row.last; ++c) m[c] = row.value;
    return m;
  }();
  const auto found = built.find(c);
  return found == built.end() ? 0 : found->second;
}

// Canonical order: each run of marks with a class sorted by it, equals keeping their order.
void order_marks(Points& points) {
  for (size_t i = 0; i < points.size();) {
    size_t end = i;
    while (end < points.size() && combining(points[end]) != 0) ++end;
    std::stable_sort(points.begin() + i, points.begin() + end,
                     [](int32_t a, int32_t b) { return combining(a) < combining(b); });
    i = end + 1;
  }
}

void decompose(Points& points) {
  Points out;
  out.reserve(points.size());
  for (const int32_t c : points) append_decomposed(out, c);
  order_marks(out);
  points = std::move(out);
}

// The primary composite of two code points, or 0.
int32_t composite(int32_t first, int32_t second) {
  const int32_t lead = first - kLead, vowel = second - kVowel;
  if (lead >= 0 && lead < kLeads && vowel >= 0 && vowel < kVowels) return kSyllable + (lead * kVowels + vowel) * kTails;
  const int32_t syllable = first - kSyllable, tail = second - kTail;
  if (syllable >= 0 && syllable < kSyllables && syllable % kTails == 0 && tail > 0 && tail < kTails)
    return first + tail;
  const auto found = mappings().wholes.find(pair_key(first, second));
  return found == mappings().wholes.end() ? 0 : found->second;
}

// Canonical composition of decomposed points, in place: `out` never overtakes `i`.
void compose(Points& points) {
  size_t out = 0, starter = 0;
  bool has_starter = false;
  int last_class = 0;  // of the point written last since the starter; 0 right after it
  for (size_t i = 0; i < points.size(); ++i) {
    const int32_t c = points[i];
    const int here = combining(c);
    const bool blocked = !has_starter || (out - 1 > starter && last_class >= here);
    if (const int32_t whole = blocked ? 0 : composite(points[starter], c)) {
      points[starter] = whole;
      continue;
    }
    if (here == 0) {
      starter = out;
      has_starter = true;
    }
    last_class = here;
    points[out++] = c;
  }
  points.resize(out);
}

void drop_accents(Points& points) {
  std::erase_if(points, [](int32_t c) { return is_accent(static_cast<uint8_t>(combining(c))); });
}

}  // namespace

void fold_and_compose(Points& points_in_out, bool strip_accents) {
  decompose(points_in_out);
  compose(points_in_out);
  for (int32_t& c : points_in_out) c += points()[c].fold;
  decompose(points_in_out);
  if (strip_accents) drop_accents(points_in_out);
  compose(points_in_out);
}

PointTable::PointTable() : block_of_(0x110000 >> 8, 0), blocks_(2) {
  for (Point& point : blocks_[1].points) point.kind = Kind::word;
  for (const Range& row : words) set_kind(row.first, row.last, Kind::word);
  for (const Range& row : marks) set_kind(row.first, row.last, Kind::mark);
  for (const Class& row : classes)
    for (int32_t c = row.first; c <= row.last; ++c) edit(c).combining = static_cast<uint8_t>(row.value);
  for (const Folding& row : foldings)
    for (int32_t c = row.first; c <= row.last; c += row.step) edit(c).fold = edit(c).strip = row.delta;
  mark_care();
}

Point& PointTable::edit(int32_t c) {
  uint16_t& block = block_of_[c >> 8];
  if (block < 2) {
    blocks_.push_back(Block(blocks_[block]));
    block = static_cast<uint16_t>(blocks_.size() - 1);
  }
  return blocks_[block].points[c & 255];
}

void PointTable::set_kind(int32_t first, int32_t last, Kind kind) {
  for (int32_t c = first; c <= last; ++c) {
    const bool whole_block = kind == Kind::word && (c & 255) == 0 && c + 255 <= last && block_of_[c >> 8] == 0;
    if (whole_block) {
      block_of_[c >> 8] = 1;
      c += 255;
    } else {
      edit(c).kind = kind;
    }
  }
}

// NFC's quick check, and the same after folding: marks with a class, what decomposes for good, what may compose with
// the point before it.
void PointTable::mark_care() {
  for (const Class& row : classes)
    for (int32_t c = row.first; c <= row.last; ++c) edit(c).care = true;
  for (const Decomposition& d : decompositions) {
    if (!d.composes) edit(d.whole).care = true;
    if (d.composes) edit(d.second).care = true;
  }
  for (int32_t c = kVowel; c < kVowel + kVowels; ++c) edit(c).care = true;
  for (int32_t c = kTail + 1; c < kTail + kTails; ++c) edit(c).care = true;
  for (const Folding& row : foldings)
    for (int32_t c = row.first; c <= row.last; c += row.step)
      if ((*this)[c + row.delta].care) edit(c).care = true;
  for (int32_t c = 0; c < 0x110000; ++c) {
    if (block_of_[c >> 8] < 2) {
      c |= 255;
      continue;
    }
    Points stripped{c + (*this)[c].fold};
    if (!mappings().parts.contains(stripped[0])) continue;
    decompose(stripped);
    drop_accents(stripped);
    compose(stripped);
    if (stripped.size() == 1)
      edit(c).strip = stripped[0] - c;
    else
      edit(c).care = true;
  }
}

const PointTable& points() {
  static const PointTable built;
  return built;
}

Decoded decode(const char* at, const char* end) {
  const auto byte = [&](int i) { return static_cast<uint8_t>(at[i]); };
  const auto tail = [&](int i) { return end - at > i && (byte(i) & 0xC0) == 0x80; };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead < 0xE0 && tail(1)) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead >= 0xE0 && lead < 0xF0 && tail(1) && tail(2)) {
    const int32_t c = (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    if (c >= 0x800) return {c, 3};
  }
  if (lead >= 0xF0 && lead < 0xF5 && tail(1) && tail(2) && tail(3)) {
    const int32_t c = (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    if (c >= 0x10000 && c < 0x110000) return {c, 4};
  }
  return {0xFFFD, 1};
}

void append_utf8(std::string& out, int32_t c) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
}

}  // namespace laconic::unicode
