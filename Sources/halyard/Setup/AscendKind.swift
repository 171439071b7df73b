import AscendEngine
import FeatureFlags

/// The source kind for an Ascend server, which is polled for the experiments of `--experiments`.
enum AscendKind: ServerKind {
  static let form = "ascend+https://HOST/PATH"
  static let meaning = "an Ascend server; requires `--experiments`"
  static let format: (any FileFormat.Type)? = AscendFormat.self

  static func source(
    _ url: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> AscendSource {
    guard let experiments = options.experiments?.file, !experiments.defaults.isEmpty else {
      throw noExperiments(options)
    }
    return try mapError(
      AscendSource(
        url: url,
        experiments: experiments,
        identity: AscendIdentity(
          userId: options.user.targetingKey ?? "",
          guestId: options.user.targetingKey ?? program.environment.author ?? "halyard"
        ),
        headers: options.headers,
        attributes: options.hasAttributes ? options.user.attributes.mapValues(\.unquoted) : nil,
        deadline: options.timeout,
        client: program.makeClient()
      ),
      to: Failure.source
    )
  }

  /// The error for an Ascend server without named experiments: the response to a request without
  /// their names is empty.
  private static func noExperiments(_ options: SourceOptions) -> Failure {
    let found =
      options.experiments.map { "--experiments \($0.path) names no experiment" }
      ?? "the option --experiments FILE is required"
    return .usage(
      found + ": an Ascend server responds only with experiments that the request names; "
        + "expected a JSON list of their keys, or an object of their keys with default variables",
      command: nil
    )
  }
}
