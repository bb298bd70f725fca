#include "kernels/parse.hpp"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/decimal.hpp"

namespace laconic {

namespace {

constexpr int64_t kMaxIndex = INT32_MAX - 1;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class LineParser {
 public:
  LineParser(const ParseLimits& limits, LabelTable& table, ParsedRows& out)
      : limits_(limits), table_(table), out_(out) {}

  void buffer_ends_at(const char* end) { buffer_end_ = end; }

  // One line without its line end; there is at least one more byte in the buffer behind it, and it is no digit.
  bool parse(const char* begin, const char* end, int64_t line) {
    p_ = begin_ = begin;
    end_ = end;
    line_ = line;
    const bool labelled = p_ < end_ && !is_blank(*p_);
    skip_blanks();
    if (p_ < end_ && *p_ == '#') return true;
    if (begin == end && !limits_.empty_line_is_row) return true;
    reserve(static_cast<size_t>(end - begin) / 2 + 1);
    const bool fine = (!labelled || labels()) && features() && finish_row();
    if (!fine) drop_row();
    return fine;
  }

 private:
  bool refuse(Refusal why, const char* at) {
    out_.refusal = why;
    out_.line = line_;
    refused_at_ = at;
    return false;
  }

  void drop_row() {
    out_.column = refused_at_ - begin_ + 1;
    out_.data.size = row_start_;
    out_.labels.size = labels_start_;
  }

  void skip_blanks() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
  }

  bool at_word_end() const { return p_ == end_ || is_blank(*p_) || *p_ == '#'; }

  void reserve(size_t entries) {
    out_.data.reserve_more(entries);
    out_.indices.reserve_more(entries);
    out_.labels.reserve_more(entries);
    out_.indptr.reserve_more(1);
    out_.label_indptr.reserve_more(1);
    out_.lines.reserve_more(1);
    row_start_ = out_.data.size;
    labels_start_ = out_.labels.size;
    last_index_ = -1;
    rising_ = true;
  }

  // Leaves p_ at the start of the line when its first word is a feature.
  bool labels() {
    const char* const line_start = p_;
    for (;;) {
      const char* const start = p_;
      if (p_ < end_ && *p_ == '#') return refuse(Refusal::label, p_);
      while (p_ < end_ && static_cast<unsigned char>(*p_) > ' ' && *p_ != ',' && *p_ != ':') ++p_;
      if (p_ < end_ && *p_ == ':') {
        p_ = start;
        return start == line_start || refuse(Refusal::label, start);
      }
      if (p_ < end_ && *p_ != ',' && !is_blank(*p_)) return refuse(Refusal::label_control, p_);
      if (p_ == start) return refuse(Refusal::label, start);
      if (!take_label(start, p_)) return false;
      if (p_ == end_ || *p_ != ',') return true;
      ++p_;
      skip_blanks();
    }
  }

  bool take_label(const char* start, const char* end) {
    if (*start == '+' && end - start > 1 && is_digit(start[1])) ++start;
    const std::string_view name(start, static_cast<size_t>(end - start));
    int32_t number = table_.find(name);
    if (number < 0) {  // only a new name needs to be looked at closely
      const int64_t bad = first_bad_utf8(name);
      if (bad >= 0) return refuse(Refusal::label_utf8, start + bad);
      if (limits_.labels >= 0 && !is_announced(name)) return refuse(Refusal::label_outside, start);
      number = table_.add(name);
    }
    out_.labels.push(number);
    return true;
  }

  bool is_announced(std::string_view name) const {
    int64_t value = 0;
    for (const char c : name) {
      if (!is_digit(c)) return false;
      value = value * 10 + (c - '0');
      if (value >= limits_.labels) return false;
    }
    return true;
  }

  bool features() {
    for (;;) {
      skip_blanks();
      if (p_ == end_ || *p_ == '#') return true;
      if (!feature()) return false;
    }
  }

  bool feature() {
    const char* const start = p_;
    if (*p_ == 'q') return query_id();
    const int64_t index = take_index();
    if (p_ == start || !(at_word_end() || *p_ == ':')) return refuse(Refusal::feature, start);
    if (index > kMaxIndex) return refuse(Refusal::index_large, start);
    if (index >= limits_.columns) return refuse(Refusal::index_outside, start);
    float value = 1.0f;
    if (*p_ == ':' && !take_value(value)) return false;
    rising_ &= index > last_index_;
    last_index_ = index;
    widest_ = std::max(widest_, index);
    out_.indices.data()[out_.data.size] = static_cast<int32_t>(index);
    out_.data.data()[out_.data.size] = value;
    out_.data.size += value != 0.0f;
    return true;
  }

  // "qid:7" groups rows for ranking; classification has no use for it.
  bool query_id() {
    const char* const start = p_;
    if (end_ - p_ < 5 || std::memcmp(p_, "qid:", 4) != 0 || !is_digit(p_[4])) return refuse(Refusal::feature, start);
    p_ += 5;
    while (p_ < end_ && is_digit(*p_)) ++p_;
    return at_word_end() || refuse(Refusal::feature, start);
  }

  // The digits at p_ as a number, held at 2^31 when there are too many.
  int64_t take_index() {
    int64_t index = 0;
    for (;;) {
      const DigitRun run = digit_run(p_, buffer_end_);
      p_ += run.count;
      index = index * static_cast<int64_t>(decimal::kWholePowers[run.count]) + static_cast<int64_t>(run.value);
      if (run.count < 8) return index;
      index = std::min(index, kMaxIndex + 2);
    }
  }

  bool take_value(float& value) {
    const char* const start = ++p_;
    Decimal status = Decimal::fine;
    p_ = parse_decimal(p_, buffer_end_, value, status);
    if (status == Decimal::malformed || !at_word_end()) return refuse(Refusal::value, start);
    return status == Decimal::fine || refuse(Refusal::value_large, start);
  }

  bool finish_row() {
    if (!rising_ && !order_row()) return false;
    out_.indices.size = out_.data.size;
    out_.indptr.push(static_cast<int64_t>(out_.data.size));
    out_.label_indptr.push(static_cast<int64_t>(out_.labels.size));
    out_.lines.push(line_);
    out_.width = widest_ + 1;
    return true;
  }

  // Sorts the row by (index, position) and adds what stands at one index.
  bool order_row() {
    const size_t count = out_.data.size - row_start_;
    int32_t* const indices = out_.indices.data() + row_start_;
    float* const values = out_.data.data() + row_start_;
    keys_.resize(count);
    for (size_t i = 0; i < count; ++i) keys_[i] = static_cast<uint64_t>(indices[i]) << 32 | i;
    std::sort(keys_.begin(), keys_.end());
    unordered_.assign(values, values + count);
    size_t kept = 0;
    for (size_t i = 0; i < count;) {
      const auto index = static_cast<int32_t>(keys_[i] >> 32);
      double sum = 0.0;
      for (; i < count && static_cast<int32_t>(keys_[i] >> 32) == index; ++i) sum += unordered_[keys_[i] & 0xFFFFFFFFu];
      const auto value = static_cast<float>(sum);
      if (!std::isfinite(value)) return refuse(Refusal::sum_large, begin_);
      indices[kept] = index;
      values[kept] = value;
      kept += value != 0.0f;
    }
    out_.data.size = row_start_ + kept;
    return true;
  }

  const char* buffer_end_ = nullptr;
  const ParseLimits& limits_;
  LabelTable& table_;
  ParsedRows& out_;
  const char *p_ = nullptr, *begin_ = nullptr, *end_ = nullptr, *refused_at_ = nullptr;
  int64_t line_ = 0, last_index_ = -1, widest_ = -1;
  size_t row_start_ = 0, labels_start_ = 0;
  bool rising_ = true;
  std::vector<uint64_t> keys_;
  std::vector<float> unordered_;
};

// The end of a line whose newline stands at `newline`.
const char* without_return(const char* begin, const char* newline) {
  return newline > begin && newline[-1] == '\r' ? newline - 1 : newline;
}

}  // namespace

void ParsedRows::clear() {
  data.size = indices.size = indptr.size = labels.size = label_indptr.size = lines.size = 0;
  width = 0;
  consumed = 0;
  refusal = Refusal::none;
  line = column = 0;
  indptr.reserve_more(1);
  indptr.push(0);
  label_indptr.reserve_more(1);
  label_indptr.push(0);
}

void parse_svmlight(std::string_view text, int64_t first_line, bool last, const ParseLimits& limits, LabelTable& labels,
                    ParsedRows& out) {
  out.clear();
  const char* const text_end = text.data() + text.size();
  const char* at = text.data();
  int64_t line = first_line;
  LineParser parser(limits, labels, out);
  parser.buffer_ends_at(text_end);
  while (at < text_end) {
    const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(text_end - at)));
    if (newline == nullptr) break;
    if (!parser.parse(at, without_return(at, newline), line)) return;
    at = newline + 1;
    out.consumed = static_cast<size_t>(at - text.data());
    ++line;
  }
  if (!last || at == text_end) return;
  const std::string tail = std::string(at, text_end) + '\n';  // so that a byte follows the line here too
  const char* const newline = tail.data() + tail.size() - 1;
  parser.buffer_ends_at(newline + 1);
  if (parser.parse(tail.data(), without_return(tail.data(), newline), line)) out.consumed = text.size();
}

}  // namespace laconic
