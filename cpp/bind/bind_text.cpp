#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <stdexcept>
#include <string>

#include "bind/bind.hpp"
#include "kernels/text_counter.hpp"
#include "kernels/unicode.hpp"
#include "kernels/unicode_tables.hpp"

namespace laconic::bind {
namespace {

using Strings = nb::typed<nb::list, nb::str>;
using Spans = nb::typed<nb::list, std::tuple<std::string, int64_t, int64_t>>;
using LengthPair = std::tuple<int32_t, int32_t>;  // (least, most); most = 0: none

struct Shape {
  TextShape shape;
  std::vector<std::string> stop_words;
};

// A str as UTF-8: its own buffer, or, where it holds lone surrogates, a copy made here ("surrogatepass").
class Utf8 {
 public:
  std::string_view of(PyObject* text) {
    if (!PyUnicode_Check(text)) {
      const std::string found = nb::cast<std::string>(nb::handle((PyObject*)Py_TYPE(text)).attr("__name__"));
      throw std::runtime_error("a text must be a str; found " + found);
    }
    Py_ssize_t size = 0;
    if (const char* bytes = PyUnicode_AsUTF8AndSize(text, &size)) return {bytes, static_cast<size_t>(size)};
    PyErr_Clear();
    copies_.push_back(nb::steal<nb::object>(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass")));
    if (!copies_.back().is_valid()) nb::raise_python_error();
    return {PyBytes_AS_STRING(copies_.back().ptr()), static_cast<size_t>(PyBytes_GET_SIZE(copies_.back().ptr()))};
  }

 private:
  std::deque<nb::object> copies_;
};

template <class T>
std::span<const T> span_of(const In1<T>& array) {
  return {array.data(), array.size()};
}
template <class T>
std::span<T> span_of(const Out1<T>& array) {
  return {array.data(), array.size()};
}

nb::str to_str(std::string_view utf8) {
  return nb::steal<nb::str>(PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "surrogatepass"));
}

auto to_arrays(CountedRows&& rows) {
  return std::make_tuple(to_numpy(std::move(rows.terms)), to_numpy(std::move(rows.counts)),
                         to_numpy(std::move(rows.ends)));
}

// A counter and the vocabulary arrays it looks into.
class Counter {
 public:
  explicit Counter(const Shape& shape) : counter_(shape.shape, views(shape), std::nullopt), stems_(shape.shape.stems) {}
  Counter(const Shape& shape, In1<uint32_t> slots, In1<int64_t> offsets, In1<uint8_t> arena)
      : slots_(slots),
        offsets_(offsets),
        arena_(arena),
        counter_(shape.shape, views(shape), checked_view()),
        stems_(shape.shape.stems) {}

  // Scans texts from `start` on until about `budget` bytes are read; returns the first text not scanned.
  int64_t scan(Strings texts, int64_t start, int64_t budget) {
    const nb::tuple held(texts);  // another thread may change the list while the GIL is released
    Utf8 utf8;
    std::vector<std::string_view> part;
    int64_t bytes = 0, next = start < 0 ? 0 : start;
    for (; next < static_cast<int64_t>(held.size()) && bytes < budget; ++next) {
      part.push_back(utf8.of(PyTuple_GET_ITEM(held.ptr(), next)));
      bytes += static_cast<int64_t>(part.back().size());
    }
    nb::gil_scoped_release release;
    for (const std::string_view text : part) counter_.scan(text);
    return next;
  }

  Strings new_words() const {
    Strings words;
    for (int32_t id = counter_.n_stemmed(); id < counter_.n_words(); ++id) words.append(to_str(counter_.word(id)));
    return words;
  }

  void set_stems(Strings stems) {
    Utf8 utf8;
    if (!stems_ || static_cast<int64_t>(stems.size()) != counter_.n_words() - counter_.n_stemmed())
      throw nb::value_error("one stem for each of new_words() is needed");
    for (nb::handle stem : stems) counter_.set_stem(utf8.of(stem.ptr()));
  }

  auto count() {
    if (stems_ && counter_.n_stemmed() != counter_.n_words()) throw nb::value_error("set_stems() has to come first");
    CountedRows rows;
    {
      nb::gil_scoped_release release;
      rows = counter_.count();
    }
    return to_arrays(std::move(rows));
  }

  auto absorb(const Counter& other) {
    if (&other == this) throw nb::value_error("a counter cannot absorb itself");
    TermMap map;
    {
      nb::gil_scoped_release release;
      map = counter_.absorb(other.counter_);
    }
    return std::make_tuple(to_numpy(std::move(map.keys)), to_numpy(std::move(map.ngrams)));
  }

  auto select(uint32_t min_df, uint32_t min_tf) const {
    Selection chosen;
    {
      nb::gil_scoped_release release;
      chosen = counter_.select(min_df, min_tf);
    }
    return std::make_tuple(to_numpy(std::move(chosen.arena)), to_numpy(std::move(chosen.offsets)),
                           to_numpy(std::move(chosen.key_columns)), to_numpy(std::move(chosen.ngram_columns)));
  }

 private:
  static std::vector<std::string_view> views(const Shape& shape) {
    return {shape.stop_words.begin(), shape.stop_words.end()};
  }
  VocabularyView checked_view() const {
    const auto view = view_vocabulary(span_of(slots_), span_of(offsets_), span_of(arena_));
    if (!view) throw nb::value_error("slots must be a power of two, at least 2, and more than there are terms");
    return *view;
  }

  In1<uint32_t> slots_;
  In1<int64_t> offsets_;
  In1<uint8_t> arena_;
  TextCounter counter_;
  bool stems_;
};

Lengths lengths(LengthPair pair) { return {std::get<0>(pair), std::get<1>(pair)}; }

Shape make_shape(int32_t ngrams, LengthPair prefixes, LengthPair suffixes, LengthPair chars, int32_t min_length,
                 bool strip_accents, bool strip_headers, bool stems, Strings stop_words) {
  Shape made;
  made.shape = {.rule = {min_length, strip_accents},
                .pieces = {lengths(prefixes), lengths(suffixes), lengths(chars)},
                .ngrams = ngrams,
                .strip_headers = strip_headers,
                .stems = stems};
  Utf8 utf8;
  for (nb::handle word : stop_words) made.stop_words.emplace_back(utf8.of(word.ptr()));
  return made;
}

// How many code points the bytes hold.
int64_t count_points(std::string_view bytes) {
  int64_t points = 0;
  for (const char byte : bytes) points += (static_cast<uint8_t>(byte) & 0xC0) != 0x80;
  return points;
}

// [(form, begin, end)], begin and end counted in code points, as Python indexes a str.
Spans tokens(nb::str text, const Shape& shape) {
  Utf8 utf8;
  const std::string_view bytes = utf8.of(text.ptr());
  const int64_t body = shape.shape.strip_headers ? after_headers(bytes) : 0;
  Tokenizer tokenizer(bytes.substr(body), shape.shape.rule);
  Spans out;
  int64_t at = 0, points = 0;
  const auto points_to = [&](int64_t end) {
    points += count_points(bytes.substr(at, end - at));
    return at = end, points;
  };
  for (Token token; tokenizer.next(token);) {
    const int64_t begin = points_to(body + token.begin), end = points_to(body + token.end);
    out.append(nb::make_tuple(to_str(token.form), begin, end));
  }
  return out;
}

Strings pieces(nb::str word, const Shape& shape) {
  Utf8 utf8;
  Strings out;
  each_piece(utf8.of(word.ptr()), shape.shape.pieces, [&](std::string_view key) { out.append(to_str(key)); });
  return out;
}

int64_t headers_end(nb::str text) {
  Utf8 utf8;
  const std::string_view bytes = utf8.of(text.ptr());
  return count_points(bytes.substr(0, after_headers(bytes)));
}

auto unicode_point(int32_t c) {
  if (c < 0 || c >= 0x110000) throw nb::value_error("a code point is 0 to 0x10FFFF");
  const auto& point = unicode::points()[c];
  return std::make_tuple(static_cast<int>(point.kind), c + point.fold, c + point.strip, point.combining, point.care);
}

int64_t kept(In1<int32_t> terms, In1<int32_t> key_columns, In1<int32_t> ngram_columns) {
  nb::gil_scoped_release release;
  return kept_entries(span_of(terms), span_of(key_columns), span_of(ngram_columns));
}

void place(In1<int32_t> terms, In1<float> counts, In1<int64_t> ends, In1<int32_t> key_columns,
           In1<int32_t> ngram_columns, int64_t first, Out1<int32_t> indices_out, Out1<float> data_out,
           Out1<int64_t> row_ends_out) {
  bool fits =
      terms.size() == counts.size() && indices_out.size() == data_out.size() && ends.size() == row_ends_out.size() + 1;
  if (fits) {
    nb::gil_scoped_release release;
    fits = place_rows(span_of(terms), span_of(counts), span_of(ends), span_of(key_columns), span_of(ngram_columns),
                      first, span_of(indices_out), span_of(data_out), span_of(row_ends_out));
  }
  if (!fits) throw nb::value_error("the counted part and the arrays to fill do not fit together");
}

void bind_counter(nb::module_& m) {
  nb::class_<Shape>(m, "TextShape", "Which terms a text has; laconic.text.TextOptions in the form the kernel takes.")
      .def(
          "__init__",
          [](Shape* self, int32_t ngrams, LengthPair prefixes, LengthPair suffixes, LengthPair chars,
             int32_t min_length, bool strip_accents, bool strip_headers, bool stems, Strings stop_words) {
            new (self) Shape(make_shape(ngrams, prefixes, suffixes, chars, min_length, strip_accents, strip_headers,
                                        stems, stop_words));
          },
          nb::kw_only(), nb::arg("ngrams"), nb::arg("prefixes"), nb::arg("suffixes"), nb::arg("chars"),
          nb::arg("min_length"), nb::arg("strip_accents"), nb::arg("strip_headers"), nb::arg("stems"),
          nb::arg("stop_words"));
  nb::class_<Counter>(m, "TextCounter", "Counts the terms of texts (cpp/kernels/text_counter.hpp).")
      .def(nb::init<const Shape&>(), nb::arg("shape"))
      .def(nb::init<const Shape&, In1<uint32_t>, In1<int64_t>, In1<uint8_t>>(), nb::arg("shape"),
           nb::arg("slots").noconvert(), nb::arg("offsets").noconvert(), nb::arg("arena").noconvert())
      .def("scan", &Counter::scan, nb::arg("texts"), nb::arg("start"), nb::arg("budget"),
           "Scans texts from `start` on until about `budget` bytes are read; returns the first text not scanned.")
      .def("new_words", &Counter::new_words, "With stems: the words that need one.")
      .def("set_stems", &Counter::set_stems, nb::arg("stems"), "The stem of each of new_words().")
      .def("count", &Counter::count, "(terms, counts, ends) of every text scanned since the last call.")
      .def("absorb", &Counter::absorb, nb::arg("other"),
           "Takes over the terms and counts of another; returns what its keys and n-grams are numbered here.")
      .def("select", &Counter::select, nb::arg("min_df"), nb::arg("min_tf"),
           "(arena, offsets, key_columns, ngram_columns): the terms kept, in column order.");
}

}  // namespace

void bind_text(nb::module_& m) {
  bind_counter(m);
  m.def("text_tokens", &tokens, nb::arg("text"), nb::arg("shape"),
        "[(form, begin, end)] of the tokens of a text; begin and end count code points.");
  m.def("text_pieces", &pieces, nb::arg("word"), nb::arg("shape"), "The terms a word gives besides itself.");
  m.def("text_headers_end", &headers_end, nb::arg("text"),
        "Where the body of a message starts, in code points; 0 when it begins with no headers.");
  m.def("unicode_version", [] { return std::string(unicode::version); }, "The Unicode version of the tables.");
  m.def("unicode_point", &unicode_point, nb::arg("point"),
        "(kind: 0 separator, 1 word, 2 mark; folded; folded and stripped; combining class; care).");
  m.def("text_kept", &kept, nb::arg("terms").noconvert(), nb::arg("key_columns").noconvert(),
        nb::arg("ngram_columns").noconvert(), "How many entries of a counted part stay.");
  m.def("text_place", &place, nb::arg("terms").noconvert(), nb::arg("counts").noconvert(), nb::arg("ends").noconvert(),
        nb::arg("key_columns").noconvert(), nb::arg("ngram_columns").noconvert(), nb::arg("first"),
        nb::arg("indices_out").noconvert(), nb::arg("data_out").noconvert(), nb::arg("row_ends_out").noconvert(),
        "Writes a counted part as rows of a Csr, columns rising.");
}

}  // namespace laconic::bind
