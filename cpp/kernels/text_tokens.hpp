// Cuts UTF-8 text into tokens and writes each in its one form.
//
// A token is a run of code points that are alphanumeric (str.isalnum) or '_', with the marks (Mn, Mc, Me) that follow
// them; it counts when at least `min_length` of its code points, composed, are no marks. Its form: NFC, each code point
// folded alone (all sigmas to sigma, else the first of its lower case), without accents when asked for, NFC again.
// Everything else separates: also lone surrogates, and a mark that follows no letter. Twin:
// src/laconic/reference/text.py.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laconic {

struct TokenRule {
  int32_t min_length = 2;
  bool strip_accents = false;
};

struct Token {
  std::string_view form;  // lives in the tokeniser until the next token
  uint64_t head;          // its first 8 bytes, filled up with zeros
  int64_t begin, end;     // bytes of the text
};

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const TokenRule& rule) : text_(text), rule_(rule) {}
  bool next(Token& token);
  void restart(std::string_view text) {  // keeps the buffers
    text_ = text;
    at_ = 0;
  }

 private:
  int64_t ascii_end(int64_t at) const;
  std::string_view ascii_form(int64_t begin, int64_t end);
  bool unicode_token(int64_t begin, Token& token);
  int64_t collect(int64_t at);
  int64_t folded_form();

  std::string_view text_;
  TokenRule rule_;
  int64_t at_ = 0;
  bool care_ = false;
  std::string form_;
  std::vector<int32_t> points_;
};

// Where the body of a message starts: behind the first blank line when every line above it is `Name: value` or begins
// with a blank (it continues another; news archives cut the start of some) and one at least has a name; else 0.
int64_t after_headers(std::string_view text);

}  // namespace laconic
