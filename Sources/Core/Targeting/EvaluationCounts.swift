package import Documents

/// The number of evaluations of one flag, as reported by an SDK.
package struct EvaluationCounts: Hashable, Sendable {
  /// The name of the flag.
  package let flag: String
  /// The number of evaluations with the result on.
  package var on = 0
  /// The number of evaluations with the result off.
  package var off = 0
  /// The number of evaluations for each variant, by name.
  package var variants: [String: Int] = [:]

  package init(flag: String) { self.flag = flag }

  /// Counts single evaluations by flag, in the order of the flags' names.
  ///
  /// - Parameter evaluations: The flags with their values, and the names of variants; a value of `false` is
  ///   off, any other one on.
  /// - Returns: The counts.
  package static func counts(
    of evaluations: [(flag: String, value: Node?, variant: String?)]
  ) -> [EvaluationCounts] {
    var flags: [String: EvaluationCounts] = [:]
    for (flag, value, variant) in evaluations {
      var counts = flags[flag] ?? EvaluationCounts(flag: flag)
      if value?.bool == false { counts.off += 1 } else { counts.on += 1 }
      if let variant { counts.variants[variant, default: 0] += 1 }
      flags[flag] = counts
    }
    return flags.values.sorted { $0.flag < $1.flag }
  }

  /// Decodes a count; a larger count than a billion is reduced to a billion, so that sums do not
  /// overflow.
  package static func count(_ node: Node) throws(DocumentError) -> Int {
    guard let number = node.number, let count = Int(exactly: number), count >= 0 else {
      throw node.mismatch(expected: "a count")
    }
    return min(count, 1_000_000_000)
  }
}
