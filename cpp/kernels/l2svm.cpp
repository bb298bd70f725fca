#include "kernels/l2svm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/l2svm_active.hpp"
#include "kernels/l2svm_certificate.hpp"
#include "kernels/l2svm_table.hpp"

namespace laconic::l2svm {
namespace {

// Chosen by time on `small`, where all are within 5 % of one another except kLeast: 320 costs a quarter more.
constexpr int64_t kLeast = 130;   // so many documents may join an active set in one round,
constexpr double kGrowth = 0.75;  // or so many times those it has
// While the gap is kFar times what is allowed: without bias a tight gap needs the whole core of support vectors of the
// start (3,700 of 94,000 documents on `large`), and nine rounds of small steps cost a third more than five of large
// ones.
constexpr double kFar = 100;
constexpr double kFarGrowth = 3, kFarGrowthNoBias = 8;
constexpr double kOutside = 0.6;   // documents join until those outside hold less than this part of the allowed gap
constexpr double kInside = 0.7;    // the members are solved to this part of the allowed gap,
constexpr double kPatience = 0.3;  // or, while the gap is large, to this part of it
constexpr double kFirst = 0.05;    // and at first, with no gap known, to this part of C times the positives

// One class on its way: which one, its active set, its rounds.
struct Lane {
  int64_t label = -1;
  int32_t rounds = 0;
  double inner = 0;  // what the active documents' share of the gap must come down to
  double primal = 0;
  bool far = false;  // the gap was much larger than allowed: the active set may grow faster
  uint64_t seed = 0;
  Active active;
  bool busy() const { return label >= 0; }
};

struct Weight {
  int32_t feature;
  float value;
};

}  // namespace

class Workspace {
 public:
  Scratch scratch;
  Lane lanes[kLanes];
  LaneTable table;
  Certificate certificate;

  void fit(const Problem& problem) {
    scratch.fit(problem.rows.cols);
    table.fit(problem.rows.cols, problem.hot);
    certificate.fit(problem.rows.n);
    for (Lane& lane : lanes) lane.label = -1;
  }
};

std::shared_ptr<Workspace> make_workspace() { return std::make_shared<Workspace>(); }

namespace {

// Solves the classes of one call; the Workspace holds what is large.
class Classes {
 public:
  Classes(const Problem& problem, const Start& start, const Options& options, std::span<const int32_t> rows,
          std::span<const int64_t> indptr, std::span<const uint64_t> seeds, Workspace& work, const Control& control)
      : problem_(problem),
        start_(start),
        options_(options),
        rows_(rows),
        indptr_(indptr),
        seeds_(seeds),
        work_(work),
        control_(control),
        weights_(seeds.size()),
        bias_(seeds.size()),
        reports_(seeds.size()),
        duals_(options.duals ? seeds.size() : 0),
        cut_(std::max(static_cast<float>(options.cut), std::numeric_limits<float>::denorm_min())) {
    work_.fit(problem_);
  }

  Solution solve() {
    while (fill_lanes() && !cancelled(control_)) {
      for (int l = 0; l < kLanes; ++l)
        if (work_.lanes[l].busy()) solve_lane(l);
      work_.table.build();
      certify_lanes();
      if (cancelled(control_)) break;
      for (int l = 0; l < kLanes; ++l)
        if (work_.lanes[l].busy()) judge(l);
      work_.table.clear();
    }
    release_lanes();
    return collect();
  }

 private:
  // A lane that is free takes the next class: 32 lanes stay busy until the last classes.
  bool fill_lanes() {
    bool any = false;
    for (int l = 0; l < kLanes; ++l) {
      Lane& lane = work_.lanes[l];
      if (!lane.busy() && next_ < static_cast<int64_t>(seeds_.size())) begin(l, next_++);
      any |= lane.busy();
    }
    return any;
  }

  void begin(int l, int64_t label) {
    Lane& lane = work_.lanes[l];
    lane.label = label;
    lane.rounds = 0;
    lane.seed = seeds_[label];
    lane.primal = 0;
    lane.far = false;
    lane.active = {std::move(lane.active.members)};
    lane.active.members.clear();
    lane.active.visits_left = most_visits(problem_);
    for (int64_t e = indptr_[label]; e < indptr_[label + 1]; ++e) activate(l, rows_[e], +1, 0);
    lane.inner = kFirst * options_.C * static_cast<double>(lane.active.members.size());
    refresh_frozen(problem_, start_, options_, lane.active, work_.scratch);
  }

  static void sort_members(std::vector<Member>& members, std::ptrdiff_t sorted) {
    const auto by_doc = [](const Member& a, const Member& b) { return a.doc < b.doc; };
    std::sort(members.begin() + sorted, members.end(), by_doc);
    std::inplace_merge(members.begin(), members.begin() + sorted, members.end(), by_doc);
  }

  void activate(int l, int32_t doc, int32_t y, double alpha) {
    work_.lanes[l].active.members.push_back({doc, y, alpha});
    work_.certificate.set_active(l, doc);
  }

  void solve_lane(int l) {
    Lane& lane = work_.lanes[l];
    const Random random{lane.seed + 0x632be59bd9b4e019ull * static_cast<uint64_t>(lane.rounds)};
    double* v = work_.scratch.v.data();
    load_v(problem_, options_, lane.active, v);
    solve_active(problem_, options_, lane.active, work_.scratch, lane.inner, random, control_);
    add_u(lane.active, v);
    work_.table.take(l, problem_, lane.active.members, v);
  }

  // v -> d = v + theta u, u = sum over the members of alpha0_i x_i, so that w = theta w0 + d.
  void add_u(const Active& active, double* v) {
    if (active.frozen.theta == 0) return;
    for (const Member& member : active.members)
      if (start_.alpha[member.doc] > 0)
        axpy(problem_.rows, member.doc, active.frozen.theta * start_.alpha[member.doc], v);
  }

  double d_bias(const Active& active) const { return active.v_bias + active.frozen.theta * active.u_bias; }

  int64_t limit(const Lane& lane) const {
    const double growth = !lane.far ? kGrowth : options_.bias != 0 ? kFarGrowth : kFarGrowthNoBias;
    return std::max(kLeast, static_cast<int64_t>(growth * static_cast<double>(lane.active.members.size())));
  }

  // Without bias nearly all of P is what the start already pays (453.7 of 461.9 seen), so the gap is measured against
  // the rest.
  double scale(double primal) const {
    return options_.bias != 0 ? primal : std::max(primal - start_.primal, primal / 1000);
  }

  // Shares below `least` cannot matter: all documents together would hold half of what is allowed.
  void certify_lanes() {
    Certificate& certificate = work_.certificate;
    certificate.begin(problem_, start_, options_.C, work_.table);
    for (int l = 0; l < kLanes; ++l) {
      const Lane& lane = work_.lanes[l];
      if (!lane.busy()) continue;
      const double allowed = options_.tolerance * scale(lane.primal);
      const double least = 0.5 * allowed / static_cast<double>(problem_.rows.n);
      certificate.ask(l, {lane.active.frozen.theta, d_bias(lane.active) * options_.bias, least, limit(lane),
                          lane.active.members.size()});
    }
    certificate.run(control_);
  }

  void judge(int l) {
    Lane& lane = work_.lanes[l];
    std::vector<Member>& members = lane.active.members;
    const std::span<const float> margin = work_.certificate.margins(l);
    // The pass knows nothing of features that one document alone has.
    for (size_t n = 0; n < members.size(); ++n) {
      const int32_t i = members[n].doc;
      const double alpha = members[n].y * members[n].alpha + lane.active.frozen.theta * start_.alpha[i];
      members[n].margin = margin[n] + alpha * problem_.own[i];
    }
    const Judgement judgement = judge_active(options_, lane.active);
    const double gap = judgement.gap + work_.certificate.gap(l);
    lane.primal = judgement.dual + gap;
    const double allowed = options_.tolerance * scale(lane.primal);
    ++lane.rounds;
    if (!std::isfinite(lane.primal))
      retire(l, Status::not_finite, gap, judgement.support);
    else if (gap <= allowed)
      retire(l, Status::converged, gap, judgement.support);
    else if (lane.rounds >= options_.max_rounds || lane.active.visits_left <= 0)
      retire(l, Status::round_limit, gap, judgement.support);
    else
      widen(l, judgement.gap, gap, allowed);
  }

  // Adds the documents with the largest shares until what stays outside is well below what is allowed.
  void widen(int l, double gap_inside, double gap, double allowed) {
    Lane& lane = work_.lanes[l];
    std::vector<Member>& members = lane.active.members;
    const auto old = static_cast<std::ptrdiff_t>(members.size());
    double outside = work_.certificate.gap(l);
    for (const Candidate candidate : work_.certificate.worst(l)) {
      if (outside <= kOutside * allowed) break;
      const int32_t doc = doc_of(candidate);
      outside -= share_of(candidate);
      activate(l, doc, -1, lane.active.frozen.theta * start_.alpha[doc]);
    }
    sort_members(members, old);
    lane.far = gap > kFar * allowed;
    // The shares met on the way were an optimistic measure when most of the gap is inside: ask for much less, ever more
    // so.
    if (gap_inside > 0.5 * gap)
      lane.inner = 0.3 * std::min(lane.inner, kInside * allowed);
    else
      lane.inner = std::max(kInside * allowed, kPatience * gap);
    refresh_frozen(problem_, start_, options_, lane.active, work_.scratch);
  }

  void retire(int l, Status status, double gap, int32_t support) {
    Lane& lane = work_.lanes[l];
    const auto size = static_cast<int32_t>(lane.active.members.size());
    reports_[lane.label] = {status, lane.rounds, size, support, lane.primal, gap};
    if (status != Status::not_finite) emit(l);
    if (options_.duals) duals_[lane.label] = lane.active;
    release(l);
    count_done(control_);
  }

  void release(int l) {
    Lane& lane = work_.lanes[l];
    for (const Member& member : lane.active.members) work_.certificate.set_frozen(l, member.doc);
    lane.label = -1;
    work_.table.empty(l);
  }

  void release_lanes() {
    for (int l = 0; l < kLanes; ++l)
      if (work_.lanes[l].busy()) {
        reports_[work_.lanes[l].label].status = Status::cancelled;
        release(l);
      }
  }

  // w = theta w0 + d, with the d that was certified; weights under the cut are dropped here, at once.
  void emit(int l) {
    const Active& active = work_.lanes[l].active;
    const double theta = active.frozen.theta;
    std::vector<Weight>& out = weights_[work_.lanes[l].label];
    const auto keep = [&](int32_t j, float w) {
      if (std::abs(w) >= cut_) out.push_back({problem_.original[j], w});
    };
    if (theta != 0) {
      double* v = work_.scratch.v.data();
      work_.table.give(l, problem_, active.members, v);
      for (int32_t j = 0; j < problem_.rows.cols; ++j) {
        keep(j, static_cast<float>(theta * start_.w[j] + v[j]));
        v[j] = 0;
      }
    } else {
      work_.table.each_above(l, cut_, problem_, active.members, keep);
    }
    emit_own(active, keep);
    bias_[work_.lanes[l].label] = static_cast<float>((theta * start_.w_bias + d_bias(active)) * options_.bias);
  }

  // The weights of features that one document alone has: y_i alpha_i x_ij, and -theta alpha0_i x_ij where i is frozen.
  template <class Keep>
  void emit_own(const Active& active, Keep keep) const {
    const auto emit_document = [&](int32_t i, double signed_alpha) {
      for (int64_t e = problem_.rows.end[i]; e < problem_.rows.whole[i]; ++e)
        keep(problem_.rows.indices[e], static_cast<float>(signed_alpha * static_cast<double>(problem_.rows.data[e])));
    };
    for (const Member& member : active.members) emit_document(member.doc, member.y * member.alpha);
    if (active.frozen.theta == 0) return;
    auto member = active.members.begin();
    for (int32_t i = 0; i < problem_.rows.n; ++i) {
      while (member != active.members.end() && member->doc < i) ++member;
      const bool frozen = member == active.members.end() || member->doc != i;
      if (frozen && start_.alpha[i] > 0) emit_document(i, -active.frozen.theta * start_.alpha[i]);
    }
  }

  Solution collect() {
    Solution out;
    out.bias = std::move(bias_);
    out.reports = std::move(reports_);
    for (const Active& active : duals_) {
      for (const Member& member : active.members) {
        out.dual_docs.push_back(member.doc);
        out.dual_alphas.push_back(member.alpha);
      }
      out.dual_indptr.push_back(static_cast<int64_t>(out.dual_docs.size()));
      out.thetas.push_back(active.frozen.theta);
    }
    int64_t entries = 0;
    for (const auto& weights : weights_) entries += static_cast<int64_t>(weights.size());
    out.indices.reserve(entries);
    out.values.reserve(entries);
    for (auto& weights : weights_) {
      for (const Weight& weight : weights) {
        out.indices.push_back(weight.feature);
        out.values.push_back(weight.value);
      }
      out.indptr.push_back(static_cast<int64_t>(out.indices.size()));
      std::vector<Weight>().swap(weights);
    }
    return out;
  }

  const Problem& problem_;
  const Start& start_;
  const Options& options_;
  std::span<const int32_t> rows_;
  std::span<const int64_t> indptr_;
  std::span<const uint64_t> seeds_;
  Workspace& work_;
  const Control& control_;
  std::vector<std::vector<Weight>> weights_;
  std::vector<float> bias_;
  std::vector<Report> reports_;
  std::vector<Active> duals_;  // of every class, where asked for
  float cut_;
  int64_t next_ = 0;
};

}  // namespace

Solution solve_classes(const Problem& problem, const Start& start, const Options& options,
                       std::span<const int32_t> rows, std::span<const int64_t> indptr, std::span<const uint64_t> seeds,
                       Workspace& work, const Control& control) {
  return Classes(problem, start, options, rows, indptr, seeds, work, control).solve();
}

}  // namespace laconic::l2svm
