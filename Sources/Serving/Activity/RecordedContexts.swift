import FeatureFlags

/// The contexts of users at their first results, in bounded memory.
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
