import AscendEngine
import FeatureFlags

/// The source kind for an Ascend server, which is polled for the experiments of `--experiments`.
enum AscendKind: SourceKind {
  static let form = "ascend+https://HOST/PATH"
  static let meaning = "an Ascend server; requires `--experiments`"
  static let format: (any FileFormat.Type)? = AscendFormat.self

  static func matches(_ name: String) -> Bool { AscendSource.isAddress(name) }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    guard let experiments = options.experiments?.file, !experiments.defaults.isEmpty else {
      throw noExperiments(options)
    }
    do throws(SourceError) {
      let source = try AscendSource(
        url: name,
        experiments: experiments,
        identity: AscendIdentity(
          userId: options.user.targetingKey ?? "",
          guestId: options.user.targetingKey ?? program.environment.author ?? "halyard"
        ),
        headers: options.headers,
        attributes: options.hasAttributes ? options.user.attributes.mapValues(\.unquoted) : nil,
        deadline: options.timeout,
        client: program.makeClient()
      )
      return SourceLocation(remote: source, location: source.location)
    } catch {
      throw .source(error)
    }
  }

  /// The error for an Ascend server without named experiments: the response to a request without
  /// their names is empty.
  private static func noExperiments(_ options: SourceOptions) -> Failure {
    let found =
      options.experiments.map { "--experiments \($0.path) names no experiment" }
      ?? "--experiments FILE is missing"
    return .usage(
      found + ": an Ascend server responds only with experiments that the request names; "
        + "expected a JSON list of their keys, or an object of their keys with default variables",
      command: nil
    )
  }
}
