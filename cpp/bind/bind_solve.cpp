#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "bind/bind.hpp"
#include "kernels/l2svm.hpp"
#include "kernels/l2svm_active.hpp"
#include "kernels/renumber.hpp"

namespace laconic::bind {
namespace {

using l2svm::Control;
using l2svm::Options;
using l2svm::Report;

// What a thread needs to work: made once per thread, used again for every block.
struct L2Workspace {
  std::shared_ptr<l2svm::Workspace> inner = l2svm::make_workspace();
};

Control control_of(const Out1<int64_t>& control) {
  if (control.size() < 2) throw nb::value_error("control needs two numbers: cancel, done");
  return {reinterpret_cast<const volatile uint8_t*>(control.data()), control.data() + 1};
}

std::tuple<int, int, int, int, double, double> as_tuple(const Report& r) {
  return {static_cast<int>(r.status), r.rounds, r.active, r.support, r.primal, r.gap};
}

// One matrix, one C, one bias: the renumbered rows and the all-negative start that all classes share.
class L2Problem {
 public:
  L2Problem(In1<float> data, In1<int32_t> indices, In1<int64_t> indptr, int64_t cols, double C, double bias)
      : data_(data), indices_(indices), indptr_(indptr) {
    const Csr x = csr_view(data, indices, indptr, cols);
    options_.C = C;
    options_.bias = bias;
    nb::gil_scoped_release release;
    FrequencyOrder by_frequency = frequency_order(x, l2svm::kHotFrequency);
    order_ = std::move(by_frequency.order);
    problem_.hot = by_frequency.n_common;
    problem_.x = x;
    if (!is_identity(order_)) renumber_rows(x);
    measure_rows();
  }

  std::tuple<int, int, int, int, double, double> start(double tolerance, L2Workspace& work, Out1<int64_t> control) {
    const Control watched = control_of(control);
    nb::gil_scoped_release release;
    alpha_.assign(problem_.x.rows, 0);
    w_.assign(problem_.x.cols, 0);
    const Report report = solve_start(problem_, options_, tolerance, alpha_, w_, start_.w_bias, *work.inner, watched);
    start_.primal = report.primal;
    measure_start();
    return as_tuple(report);
  }

  auto classes(In1<int32_t> rows, In1<int64_t> indptr, In1<uint64_t> seeds, double tolerance, int max_rounds,
               double cut, L2Workspace& work, Out1<int64_t> control) {
    if (alpha_.empty() && problem_.x.rows > 0) throw nb::value_error("start() comes before classes()");
    if (indptr.size() != seeds.size() + 1) throw nb::value_error("one seed a class");
    const Control watched = control_of(control);
    Options options = options_;
    options.tolerance = tolerance;
    options.max_rounds = max_rounds;
    options.cut = cut;
    l2svm::Solution solution;
    {
      nb::gil_scoped_release release;
      solution = solve_classes(problem_, start_, options, {rows.data(), rows.size()}, {indptr.data(), indptr.size()},
                               {seeds.data(), seeds.size()}, *work.inner, watched);
    }
    return as_arrays(std::move(solution));
  }

 private:
  void renumber_rows(const Csr& x) {
    own_data_.resize(data_.size());
    own_indices_.resize(indices_.size());
    renumber(x, order_, own_data_, own_indices_);
    problem_.x.data = own_data_.data();
    problem_.x.indices = own_indices_.data();
  }

  void measure_rows() {
    const Csr& x = problem_.x;
    norm2_.resize(x.rows);
    tail_.resize(x.rows);
    for (int64_t i = 0; i < x.rows; ++i) {
      norm2_[i] = options_.bias * options_.bias;
      int64_t e = x.indptr[i];
      while (e < x.indptr[i + 1] && x.indices[e] < problem_.hot) ++e;
      tail_[i] = e;
      for (e = x.indptr[i]; e < x.indptr[i + 1]; ++e) norm2_[i] += static_cast<double>(x.data[e]) * x.data[e];
    }
    problem_.tail = tail_.data();
    problem_.norm2 = norm2_.data();
    problem_.original = order_.data();
  }

  void measure_start() {
    const Csr& x = problem_.x;
    margin_.resize(x.rows);
    start_.sum = start_.squares = 0;
    start_.supports = 0;
    start_.norm2 = start_.w_bias * start_.w_bias;
    for (int64_t i = 0; i < x.rows; ++i) {
      margin_[i] = l2svm::dot(x, i, w_.data()) + start_.w_bias * options_.bias;
      start_.sum += alpha_[i];
      start_.squares += alpha_[i] * alpha_[i];
      start_.supports += alpha_[i] > 0;
    }
    for (const double w : w_) start_.norm2 += w * w;
    alpha_single_.assign(alpha_.begin(), alpha_.end());
    margin_single_.assign(margin_.begin(), margin_.end());
    start_.alpha = alpha_.data();
    start_.alpha_single = alpha_single_.data();
    start_.margin = margin_.data();
    start_.margin_single = margin_single_.data();
    start_.w = w_.data();
  }

  using Arrays = std::tuple<New1<int64_t>, New1<int32_t>, New1<float>, New1<float>, New1<int32_t>, New1<double>>;

  // (indptr, indices, values, bias, counts, sizes): counts holds status, rounds, active, support of each class, sizes
  // its primal and gap.
  static Arrays as_arrays(l2svm::Solution&& s) {
    std::vector<int32_t> counts;
    std::vector<double> sizes;
    for (const Report& r : s.reports) {
      counts.insert(counts.end(), {static_cast<int32_t>(r.status), r.rounds, r.active, r.support});
      sizes.insert(sizes.end(), {r.primal, r.gap});
    }
    return {to_numpy(std::move(s.indptr)), to_numpy(std::move(s.indices)), to_numpy(std::move(s.values)),
            to_numpy(std::move(s.bias)),   to_numpy(std::move(counts)),    to_numpy(std::move(sizes))};
  }

  In1<float> data_;
  In1<int32_t> indices_;
  In1<int64_t> indptr_;
  std::vector<float> own_data_, alpha_single_, margin_single_;
  std::vector<int32_t> own_indices_, order_;
  std::vector<int64_t> tail_;
  std::vector<double> norm2_, alpha_, margin_, w_;
  Options options_;
  l2svm::Problem problem_{};
  l2svm::Start start_{};
};

}  // namespace

void bind_solve(nb::module_& m) {
  nb::class_<L2Workspace>(m, "L2Workspace", "Memory a thread keeps between calls of the L2-SVM solver.")
      .def(nb::init<>());
  nb::class_<L2Problem>(m, "L2Problem", "The rows, C and bias that all classes of an L2-SVM share.")
      .def(nb::init<In1<float>, In1<int32_t>, In1<int64_t>, int64_t, double, double>(), nb::arg("data").noconvert(),
           nb::arg("indices").noconvert(), nb::arg("indptr").noconvert(), nb::arg("cols"), nb::arg("C"),
           nb::arg("bias"))
      .def("start", &L2Problem::start, nb::arg("tolerance"), nb::arg("work"), nb::arg("control").noconvert(),
           "Solves the problem in which every document is negative: (status, rounds, active, support, primal, gap).")
      .def(
          "classes", &L2Problem::classes, nb::arg("rows").noconvert(), nb::arg("indptr").noconvert(),
          nb::arg("seeds").noconvert(), nb::arg("tolerance"), nb::arg("max_rounds"), nb::arg("cut"), nb::arg("work"),
          nb::arg("control").noconvert(),
          "Solves classes: (indptr, indices, values, bias, [status, rounds, active, support] x n, [primal, gap] x n).");
}

}  // namespace laconic::bind
