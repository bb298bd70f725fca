#include <nanobind/stl/tuple.h>

#include "bind/bind.hpp"
#include "kernels/vocabulary.hpp"

namespace laconic::bind {
namespace {

template <class T>
std::span<const T> span_of(const In1<T>& array) {
  return {array.data(), array.size()};
}

VocabularyView checked_view(const In1<uint32_t>& slots, const In1<int64_t>& offsets, const In1<uint8_t>& arena) {
  const auto view = view_vocabulary(span_of(slots), span_of(offsets), span_of(arena));
  if (!view) throw nb::value_error("slots must be a power of two, at least 2, and more than there are terms");
  return *view;
}

auto build(In1<int64_t> offsets, In1<uint8_t> arena) {
  const int64_t terms = static_cast<int64_t>(offsets.size()) - 1;
  const int64_t n_slots = slots_for(terms);
  if (terms < 0 || n_slots == 0) throw nb::value_error("a vocabulary holds from 0 to 1431655765 terms");
  std::vector<uint32_t> slots(n_slots);
  BuildReport report;
  {
    nb::gil_scoped_release release;
    report = build_vocabulary(span_of(offsets), span_of(arena), slots);
  }
  return std::make_tuple(to_numpy(std::move(slots)), static_cast<int>(report.status), report.term, report.earlier);
}

auto lookup(In1<uint32_t> slots, In1<int64_t> offsets, In1<uint8_t> arena, In1<int64_t> key_offsets,
            In1<uint8_t> key_arena) {
  const VocabularyView view = checked_view(slots, offsets, arena);
  if (key_offsets.size() == 0) throw nb::value_error("offsets need at least one entry");
  std::vector<int32_t> numbers(key_offsets.size() - 1, -1);
  int64_t bad;
  {
    nb::gil_scoped_release release;
    bad = find_all(view, span_of(key_offsets), span_of(key_arena), numbers);
  }
  return std::make_tuple(to_numpy(std::move(numbers)), bad);
}

}  // namespace

void bind_vocabulary(nb::module_& m) {
  m.def(
      "hash64", [](nb::bytes key) { return hash64({key.c_str(), key.size()}); }, nb::arg("key"),
      "The 64-bit hash of a key, the same on every machine (cpp/kernels/hash.hpp).");
  m.def("vocabulary_build", &build, nb::arg("offsets").noconvert(), nb::arg("arena").noconvert(),
        "(slots, status, term, earlier): the hash table of an arena; status 0 built, 1 a term stands twice, 2 offsets"
        " that do not rise, 3 too many terms of one hash.");
  m.def("vocabulary_lookup", &lookup, nb::arg("slots").noconvert(), nb::arg("offsets").noconvert(),
        nb::arg("arena").noconvert(), nb::arg("key_offsets").noconvert(), nb::arg("key_arena").noconvert(),
        "(numbers, bad): the number of each key or -1; bad is the first key with broken offsets, or -1.");
}

}  // namespace laconic::bind
