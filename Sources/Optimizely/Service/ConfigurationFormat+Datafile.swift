import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// A datafile of Optimizely, decided for one user.
  ///
  /// - Parameters:
  ///   - settings: How the datafile is read.
  ///   - user: The user at the moment at which the datafile is read.
  /// - Returns: The format, under the name `optimizely`.
  public static func optimizely(
    _ settings: DatafileSettings = DatafileSettings(),
    user: @escaping @Sendable () -> UserContext
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "optimizely",
      recognises: { bytes in
        ["\"featureFlags\"", "\"projectId\""].allSatisfy(bytes.contains(text:))
      },
      parse: { bytes throws(ConfigurationError) in
        let evaluator = try Evaluator(bytes, order: settings.order)
        let service = DatafileService(evaluator, user: user(), settings: settings)
        return Configuration(service, features: evaluator.features)
      },
      renew: { $0.decided(for: user()) }
    )
  }
}

extension Configuration {
  /// Makes features of the flags of a datafile, as a user gets them.
  fileprivate init(_ service: DatafileService, features: [Feature]) {
    let problems = service.evaluator.problems(for: service.user, key: service.settings.key)
    self.init(features: features.map(service.decided), problems: problems)
    self.service = service
  }

  /// The same flags, decided for another user.
  fileprivate func decided(for user: UserContext) -> Configuration {
    guard let service = service as? DatafileService, service.user != user else { return self }
    let other = DatafileService(service.evaluator, user: user, settings: service.settings)
    return Configuration(other, features: features)
  }
}

extension Evaluator {
  /// Makes an evaluator of a datafile's bytes.
  fileprivate convenience init(
    _ bytes: [UInt8],
    order: ConjunctionOrder
  ) throws(ConfigurationError) {
    do throws(DatafileError) {
      self.init(try Datafile(bytes: bytes), order: order)
    } catch {
      throw .document(DocumentError(error))
    }
  }
}
