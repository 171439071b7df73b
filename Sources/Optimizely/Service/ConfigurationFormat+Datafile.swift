public import FeatureFlags

extension ConfigurationFormat {
  /// A datafile of Optimizely, decided for one user.
  ///
  /// - Parameters:
  ///   - order: What becomes of conditions of which one is unknown.
  ///   - user: The user at the moment at which the datafile is read.
  /// - Returns: The format, under the name `optimizely`.
  public static func optimizely(
    order: ConjunctionOrder = .leftToRight,
    user: @escaping @Sendable () -> UserContext
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "optimizely",
      recognises: { bytes in
        ["\"featureFlags\"", "\"rollouts\"", "\"projectId\""].allSatisfy(bytes.contains(text:))
      },
      parse: { bytes throws(ConfigurationError) in
        try Configuration(datafile: bytes, order: order, user: user())
      },
      renew: { $0.decided(for: user()) }
    )
  }
}

extension Configuration {
  /// Makes features of the flags of a datafile, as a user gets them.
  fileprivate init(
    datafile bytes: [UInt8],
    order: ConjunctionOrder,
    user: UserContext
  ) throws(ConfigurationError) {
    let datafile: Datafile
    do throws(DatafileError) {
      datafile = try Datafile(bytes: bytes)
    } catch {
      throw ConfigurationError(error)
    }
    let evaluator = Evaluator(datafile, order: order)
    self.init(evaluator, features: evaluator.keys.compactMap { evaluator.feature($0) }, user: user)
  }

  private init(_ evaluator: Evaluator, features: [Feature], user: UserContext) {
    let service = DatafileService(evaluator, user: user)
    self.init(features: features.map(service.decided), problems: evaluator.problems(for: user))
    self.service = service
  }

  /// The same flags, decided for another user.
  fileprivate func decided(for user: UserContext) -> Configuration {
    guard let service = service as? DatafileService, service.user != user else { return self }
    return Configuration(service.evaluator, features: features, user: user)
  }
}

extension ConfigurationError {
  /// A datafile's error in the words of all configurations.
  package init(_ error: DatafileError) {
    switch error {
    case .notJSON(let error): self = error
    case .version(let found, let line):
      self = .unexpected(line: line, found: "\"version\" \"\(found)\"", wanted: "\"4\"")
    case .field(let path, let line, let found, let wanted):
      let place = path.isEmpty ? "" : " for \"\(path)\""
      self = .unexpected(line: line, found: found + place, wanted: wanted)
    }
  }
}

extension Evaluator {
  /// What a tester should know of a datafile, and of this user in it.
  fileprivate func problems(for user: UserContext) -> [Problem] {
    let common = warnings.map { "\($0)" }
    let own = datafile.allExperiments.compactMap { experiment -> String? in
      guard experiment.forcedVariations[user.id] != nil, experiment.status != .running else {
        return nil
      }
      return "rule \"\(experiment.key)\" has user \"\(user.id)\" on its allow-list, "
        + "but does not run (\(experiment.status.rawValue))"
    }
    return (common + own).map {
      Problem(severity: .warning, line: nil, feature: nil, fact: .service($0))
    }
  }
}
