// libsvm text in memory -> rows of a sparse matrix and numbered labels. Knows no files, no messages and no threads.
//
//   row      = [labels] {blank+ feature} [blank* comment]      labels are missing when the line starts with a blank or
//   labels   = label {"," blank* label}                        when its first word holds a colon
//   label    = bytes above 0x20 other than "," ":", not starting with "#", well-formed UTF-8; "+1" is the label "1"
//   feature  = digits [":" decimal] | "qid:" digits            a missing value is 1; qid is left out
//   comment  = "#" anything
// Lines end with \n or \r\n. An empty line is no row (or one, if asked for); a line that holds only a comment is none.
// Each row comes out with rising columns; repeated columns are added in double, in order; zeros are left out.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

#include "kernels/label_table.hpp"

namespace laconic {

// Room that grows without being filled with zeros first; writers ask for room once per line and write unchecked.
template <class T>
class Buffer {
 public:
  void reserve_more(size_t n) {
    if (size + n <= room_) return;
    const size_t room = std::max(size + n, room_ + room_ / 2);
    auto wider = std::make_unique_for_overwrite<T[]>(room);
    std::copy_n(data_.get(), size, wider.get());
    data_ = std::move(wider);
    room_ = room;
  }
  void push(T value) { data_[size++] = value; }
  T* data() { return data_.get(); }

  size_t size = 0;

 private:
  std::unique_ptr<T[]> data_;
  size_t room_ = 0;
};

// Why a line was refused; the sentences are in read/svmlight.py.
enum class Refusal : int32_t {
  none = 0,
  label = 1,          // no label where one has to stand
  label_control = 2,  // a control character in a label
  label_utf8 = 3,     // a label that is not UTF-8
  label_outside = 4,  // not one of the labels the header announces
  feature = 5,        // no feature where one has to stand
  index_large = 6,    // an index above 2^31 - 2
  index_outside = 7,  // an index beyond the columns the header announces
  value = 8,          // not a finite decimal number
  value_large = 9,    // a number beyond float
  sum_large = 10,     // repeated indices that add up to a number beyond float
};

struct ParseLimits {
  int64_t columns = INT32_MAX;  // indices are below this
  int64_t labels = -1;          // labels are whole numbers below this; -1: any text
  bool empty_line_is_row = false;
};

// What a call found. Rows stand in the buffers up to (not with) the line that was refused.
struct ParsedRows {
  Buffer<float> data;
  Buffer<int32_t> indices;
  Buffer<int64_t> indptr;  // starts with 0
  Buffer<int32_t> labels;
  Buffer<int64_t> label_indptr;
  Buffer<int64_t> lines;  // the line number of each row
  int64_t width = 0;      // widest index + 1
  size_t consumed = 0;    // bytes of whole lines read
  Refusal refusal = Refusal::none;
  int64_t line = 0, column = 0;  // where, from 1

  void clear();
};

// Reads whole lines; what follows the last newline is read only when `last`. Lines count from first_line.
void parse_svmlight(std::string_view text, int64_t first_line, bool last, const ParseLimits& limits, LabelTable& labels,
                    ParsedRows& out);

}  // namespace laconic
