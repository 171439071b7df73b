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

  /// What a flag service has to say of the other documents that an app may have.
  static func differences(
    of own: Configuration,
    from kept: Configuration?,
    _ fallback: Configuration?
  ) -> [Problem] {
    guard let service = own.service else { return [] }
    let others = [(kept, Origin.cache), (fallback, .fallback)]
    return others.flatMap { other, origin in
      other?.service.map { service.problems(beside: $0, of: origin) } ?? []
    }
  }
}
