#include "bind/bind.hpp"

namespace laconic::bind {

void bind_text(nb::module_& m) {}

}  // namespace laconic::bind
