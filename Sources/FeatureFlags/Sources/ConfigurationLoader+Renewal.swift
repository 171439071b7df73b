extension ConfigurationLoader {
  /// What was loaded before, brought up to date with what its format now knows, as another user.
  package func renewed(_ loaded: Loaded) -> Loaded {
    Loaded(
      configuration: renewed(loaded.configuration).adding(loaded.differences),
      origin: loaded.origin,
      date: loaded.date,
      failures: loaded.failures,
      reason: loaded.reason,
      facts: loaded.facts,
      document: loaded.document,
      differences: loaded.differences
    )
  }

  /// A configuration as its format has it now.
  func renewed(_ configuration: Configuration) -> Configuration {
    formats.reduce(format?.renew(configuration) ?? configuration) { $1.renew($0) }
  }

  /// Warnings from comparing the document with the cached one and the fallback.
  static func differences(
    of own: Configuration,
    from kept: Configuration?,
    _ fallback: Configuration?
  ) -> [Problem] {
    let loss = lossOfFeatures(from: kept, to: own).map { [$0] } ?? []
    guard let service = own.service else { return loss }
    let others = [(kept, Origin.cache), (fallback, .fallback)]
    return loss
      + others.flatMap { other, origin in
        other?.service.map { service.problems(beside: $0, of: origin) } ?? []
      }
  }

  /// The warning that a document lost more than half of the features that the source had before.
  private static func lossOfFeatures(
    from cached: Configuration?,
    to own: Configuration
  ) -> Problem? {
    guard let before = cached?.features.count, own.features.count * 2 < before else { return nil }
    let fact = Problem.Fact.fewerFeatures(before: before, after: own.features.count)
    return Problem(severity: .warning, line: nil, feature: nil, fact: fact)
  }
}
