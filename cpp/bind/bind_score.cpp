#include "bind/bind.hpp"

namespace laconic::bind {

void bind_score(nb::module_& m) {}

}  // namespace laconic::bind
