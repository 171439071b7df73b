import FeatureFlags
import Targeting

/// The evaluations of one flag that an SDK reports.
struct ReportedEvaluations {
  let feature: Feature.Name
  let on: Int
  let off: Int
  let variants: [String: Int]

  var total: Int { on + off }

  /// The largest count of one flag; the limit keeps the sums of all reports from overflowing.
  private static let maximum = 1_000_000_000

  init(_ counts: EvaluationCounts) {
    feature = Feature.Name(rawValue: ActivityRecorder.cut(counts.flag))
    on = min(counts.on, Self.maximum)
    off = min(counts.off, Self.maximum)
    variants = counts.variants.mapValues { min($0, Self.maximum) }
  }

  /// The number of evaluations by variant; `on` and `off` count the evaluations without a variant.
  var variations: [(variation: String, count: Int)] {
    let disabled = variants["disabled"] ?? 0
    let named = variants.values.reduce(0, +) - disabled
    // Computes the evaluations without a variant. SDKs report the variant `disabled` for evaluations
    // that are off or on, so its count is subtracted from `off` first, and then from `on`.
    let rest = [
      ("on", max(0, on - named - max(0, disabled - off))), ("off", max(0, off - disabled)),
    ]
    return (variants.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + rest)
      .filter { $0.1 > 0 }
  }
}

/// The contexts in which users got their first results, in bounded memory.
struct RecordedContexts: Sendable {
  /// The approximate maximum memory, in bytes.
  static let limit = 1 << 20

  private var contexts: [EvaluationContext] = []
  private var free = limit

  /// Records a context, and returns its index; -1 if too little memory is free.
  mutating func record(_ context: EvaluationContext) -> Int32 {
    let context = context.bounded
    // An app requests several tests one after the other for the same user.
    if let last = contexts.last, last == context { return Int32(contexts.count - 1) }
    guard free >= context.memory else { return -1 }
    free -= context.memory
    contexts.append(context)
    return Int32(contexts.count - 1)
  }

  /// The context with an index; `nil` for -1.
  subscript(index: Int32) -> EvaluationContext? { index < 0 ? nil : contexts[Int(index)] }
}
