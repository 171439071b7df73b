extension ConfigurationLoader {
  /// Returns the warnings from comparing the document with the cached document and the fallback.
  static func differences(
    of own: Configuration,
    from cached: Configuration?,
    _ fallback: Configuration?
  ) -> [Problem] {
    let loss = lossOfFeatures(from: cached, to: own).map { [$0] } ?? []
    let others = [(cached, Origin.cache), (fallback, .fallback)]
    return loss
      + others.flatMap { other, origin in
        other.map { own.evaluator.problems(beside: $0.evaluator, of: origin) } ?? []
      }
  }

  /// Returns a warning if a document has less than half of the features that the source had before.
  private static func lossOfFeatures(
    from cached: Configuration?,
    to own: Configuration
  ) -> Problem? {
    guard let before = cached?.features.count, own.features.count * 2 < before else { return nil }
    let fact = Problem.Fact.fewerFeatures(before: before, after: own.features.count)
    return Problem(severity: .warning, line: nil, feature: nil, fact: fact)
  }
}
