#include "bind/bind.hpp"

namespace laconic::bind {

void bind_vocabulary(nb::module_& m) {}

}  // namespace laconic::bind
