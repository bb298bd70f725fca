#include "kernels/dispatch.hpp"

#include <atomic>

namespace laconic {
namespace {

bool cpu_has(const KernelTable& table) {
  if (&table == &avx512::table)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (&table == &avx2::table) return __builtin_cpu_supports("avx2");
  return true;
}

const KernelTable& best() {
  if (cpu_has(avx512::table)) return avx512::table;
  if (cpu_has(avx2::table)) return avx2::table;
  return baseline::table;
}

std::atomic<const KernelTable*> chosen{nullptr};

}  // namespace

const KernelTable& active_kernels() {
  const KernelTable* table = chosen.load(std::memory_order_relaxed);
  if (table == nullptr) {
    table = &best();
    chosen.store(table, std::memory_order_relaxed);
  }
  return *table;
}

bool use_kernels(std::string_view name) {
  for (const KernelTable* table : {&baseline::table, &avx2::table, &avx512::table})
    if (name == table->name && cpu_has(*table)) {
      chosen.store(table, std::memory_order_relaxed);
      return true;
    }
  return false;
}

}  // namespace laconic
