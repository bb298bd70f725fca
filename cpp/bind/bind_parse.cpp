#include "bind/bind.hpp"

namespace laconic::bind {

void bind_parse(nb::module_& m) {}

}  // namespace laconic::bind
