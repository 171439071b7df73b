import FeatureFlags
package import FlagSystem

extension FlagSystem {
  package static let ascend = FlagSystem(
    name: "Ascend",
    page: "systems/ascend.md",
    facts: Facts(
      source: "a response",
      evaluation: "by the server, for one user",
      trace: "the variant that the server assigned",
      forcing: "for everyone, a key, an attribute",
      served: "clients of Ascend, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "ascend", meaning: "a response of an Ascend server") { settings in
        settings[.experiments].map { .ascend($0) } ?? .ascend()
      }
    ],
    sources: [
      .server(
        "ascend+https://HOST/PATH",
        "an Ascend server; requires `--experiments`",
        format: "ascend",
        source: source
      )
    ],
    options: [SystemOption.experiments.row],
    sdks: SDKSignatures(userAgents: ["ascendexperiments": "Ascend"]),
    document: DocumentKind("a response of an Ascend server", in: .ascend()),
    routes: AscendRoutes.all
  )

  @Sendable
  private static func source(
    _ url: String,
    _ request: SourceRequest
  ) throws(SourceNameError) -> AscendSource {
    guard let experiments = request.settings[.experiments], !experiments.defaults.isEmpty else {
      throw noExperiments(request.settings)
    }
    let key = request.user.targetingKey
    return try mapError(
      AscendSource(
        url: url,
        experiments: experiments,
        identity: AscendIdentity(
          userId: key ?? "",
          guestId: key ?? request.author ?? "halyard"
        ),
        headers: request.headers,
        attributes: request.hasAttributes ? request.user.attributes.mapValues(\.unquoted) : nil,
        deadline: request.timeout,
        client: request.makeClient()
      ),
      to: SourceNameError.source
    )
  }

  /// The error for an Ascend server without named experiments: a server responds only with experiments
  /// that the request names.
  private static func noExperiments(_ settings: SystemSettings) -> SourceNameError {
    let option = SystemOption.experiments.row.name
    let found =
      settings.paths[option].map { "--\(option) \($0) names no experiment" }
      ?? "the option --\(option) FILE is required"
    return .usage(
      found + ": an Ascend server responds only with experiments that the request names; "
        + "expected a JSON list of their keys, or an object of their keys with default variables"
    )
  }
}

extension SystemOption<ExperimentsFile> {
  /// The option `--experiments`: the file with the experiments to request from a server.
  fileprivate static var experiments: SystemOption {
    SystemOption(
      "experiments",
      .path,
      help:
        "A file with the experiments to request from an Ascend server, and their default variables."
    ) { path throws(SystemOptionError) in
      try mapError(ExperimentsFile(path: path), to: SystemOptionError.source)
    }
  }
}
