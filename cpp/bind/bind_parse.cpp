#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <mutex>

#include "bind/bind.hpp"
#include "kernels/parse.hpp"

namespace laconic::bind {

namespace {

// A label table that lasts over the chunks of a file, with the buffers the kernel writes to. The lock keeps two Python
// threads apart that read one source at once.
struct SvmlightParser {
  SvmlightParser(uint64_t seed, ParseLimits limits) : limits(limits), labels(seed) {}
  ParseLimits limits;
  LabelTable labels;
  ParsedRows rows;
  std::mutex lock;
};

template <class T>
std::vector<T> copy_of(Buffer<T>& buffer) {
  return std::vector<T>(buffer.data(), buffer.data() + buffer.size);
}

using ParsedTuple = std::tuple<New1<float>, New1<int32_t>, New1<int64_t>, New1<int32_t>, New1<int64_t>, New1<int64_t>,
                               int64_t, int64_t, int, int64_t, int64_t>;

ParsedTuple parse(SvmlightParser& self, nb::bytes text, int64_t first_line, bool last) {
  std::vector<float> data;
  std::vector<int32_t> indices, labels;
  std::vector<int64_t> indptr, label_indptr, lines;
  const std::string_view view(text.c_str(), text.size());
  int64_t width, consumed, line, column;
  int refusal;
  {
    nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> guard(self.lock);
    ParsedRows& rows = self.rows;
    parse_svmlight(view, first_line, last, self.limits, self.labels, rows);
    data = copy_of(rows.data);
    indices = copy_of(rows.indices);
    indptr = copy_of(rows.indptr);
    labels = copy_of(rows.labels);
    label_indptr = copy_of(rows.label_indptr);
    lines = copy_of(rows.lines);
    width = rows.width;
    consumed = static_cast<int64_t>(rows.consumed);
    refusal = static_cast<int>(rows.refusal);
    line = rows.line;
    column = rows.column;
  }
  return {to_numpy(std::move(data)),
          to_numpy(std::move(indices)),
          to_numpy(std::move(indptr)),
          to_numpy(std::move(labels)),
          to_numpy(std::move(label_indptr)),
          to_numpy(std::move(lines)),
          width,
          consumed,
          refusal,
          line,
          column};
}

nb::list names_from(SvmlightParser& self, int64_t first) {
  std::vector<char> arena;
  std::vector<size_t> ends;
  {
    nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> guard(self.lock);
    for (int64_t k = std::max<int64_t>(first, 0); k < self.labels.size(); ++k) {
      const std::string_view name = self.labels.name(static_cast<int32_t>(k));
      arena.insert(arena.end(), name.begin(), name.end());
      ends.push_back(arena.size());
    }
  }
  nb::list names;
  size_t begin = 0;
  for (const size_t end : ends) {
    names.append(nb::str(arena.data() + begin, end - begin));
    begin = end;
  }
  return names;
}

}  // namespace

void bind_parse(nb::module_& m) {
  nb::class_<SvmlightParser>(m, "SvmlightParser",
                             "Parses libsvm text, chunk by chunk; labels keep their numbers over all chunks.")
      .def(
          "__init__",
          [](SvmlightParser* self, uint64_t seed, int64_t columns, int64_t labels, bool empty_line_is_row) {
            new (self) SvmlightParser(seed, ParseLimits{columns, labels, empty_line_is_row});
          },
          nb::arg("seed"), nb::arg("columns") = INT32_MAX, nb::arg("labels") = -1, nb::arg("empty_line_is_row") = false,
          "`seed` only guards the label table against crafted names. Indices are below `columns`; labels are whole "
          "numbers below `labels`, or any text when that is -1.")
      .def("parse", &parse, nb::arg("text"), nb::arg("first_line") = 1, nb::arg("last") = true,
           nb::sig("def parse(self, text: bytes, first_line: int = 1, last: bool = True) -> "
                   "tuple[NDArray[numpy.float32], NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.int32], "
                   "NDArray[numpy.int64], NDArray[numpy.int64], int, int, int, int, int]"),
           "(data, indices, indptr, labels, label_indptr, lines, width, consumed, refusal, line, column): the rows of "
           "whole lines up to the first that is refused (refusal 0: none). Text behind the last newline is read only "
           "when `last`.")
      .def("names_from", &names_from, nb::arg("first") = 0,
           nb::sig("def names_from(self, first: int = 0) -> list[str]"),
           "The names of the labels numbered `first` and up.");
}

}  // namespace laconic::bind
