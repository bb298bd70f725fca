// The vocabulary with random tables: every search stays inside the arrays, ends, and answers with a number in range.
#include <algorithm>
#include <utility>

#include "kernels/vocabulary.hpp"
#include "tests/hammer.hpp"

namespace laconic::hammer {
namespace {

void hostile_tables(uint64_t seed) {
  Random random(seed);
  const size_t size = size_t{1} << below(random, 8);
  const size_t terms = below(random, size + 2);
  Exact<uint8_t> arena(below(random, 40), [&] { return 'a' + below(random, 2); });
  Exact<int64_t> offsets(terms, [&] { return hostile(random, arena.size); });
  Exact<uint32_t> slots(size, [&] { return below(random, 3) > 0 ? below(random, 2 * size) : random(); });
  const auto view = view_vocabulary(slots.span(), offsets.span(), arena.span());
  if (!view) return;
  for (int i = 0; i < 50; ++i) {
    Exact<uint8_t> key(below(random, 20), [&] { return 'a' + below(random, 2); });
    const uint64_t hash = hash64(text_of(key));
    slots.values[hash & (size - 1)] =  // a tag that fits, so that the search goes on to the broken offsets
        (static_cast<uint32_t>(hash >> 32) & ~static_cast<uint32_t>(size - 1)) | below(random, size);
    const int32_t found = find(*view, text_of(key));
    require(found >= -1 && found < view->terms(), "a number out of range", seed);
  }
  Exact<int32_t> out(offsets.size - 1, [] { return 0; });
  find_all(*view, offsets.span(), arena.span(), out.span());
}

void hostile_builds(uint64_t seed) {
  Random random(seed);
  Exact<uint8_t> arena(below(random, 200), [&] { return below(random, 3); });
  int64_t end = 0;
  Exact<int64_t> offsets(1 + below(random, 60), [&] {
    if (below(random, 200) == 0) return hostile(random, arena.size);
    return std::exchange(end, std::min<int64_t>(end + below(random, 7), arena.size));
  });
  const int64_t terms = offsets.size - 1;
  Exact<uint32_t> slots(slots_for(terms), [&] { return random(); });
  const auto report = build_vocabulary(offsets.span(), arena.span(), slots.span());
  require(report.term >= 0 && report.term <= terms && report.earlier < terms, "a report out of range", seed);
  if (report.status != BuildStatus::built) return;
  Exact<int32_t> out(terms, [] { return -1; });
  const auto view = view_vocabulary(slots.span(), offsets.span(), arena.span());
  require(view && find_all(*view, offsets.span(), arena.span(), out.span()) == -1, "a sound table is refused", seed);
  for (int64_t i = 0; i < terms; ++i) require(out.values[i] == i, "a term is not found", seed);
}

}  // namespace

void vocabulary(uint64_t seed) {
  hostile_tables(seed);
  hostile_builds(seed);
}

}  // namespace laconic::hammer
