import FeatureFlags
import Files
import FlagSystem

extension LocatedSource {
  /// Creates the source that the options select; nothing is read yet.
  ///
  /// - Throws: `usage` or `source`, for a malformed name of a source.
  init(_ options: SourceOptions, _ program: Program) throws(Failure) {
    let local = "Features.json"
    if options.isExample {
      self = .example
    } else if let name = options.name {
      self = try Self.location(SourceKinds.kind(of: name), name, options, program)
    } else if !FileSystem.isMissing(program.environment.absolute(local)) {
      self = try Self.location(.file, local, options, program)
    } else {
      self = .example
    }
  }

  private static let example = LocatedSource(
    Example.source,
    .bundled,
    Example.source.name,
    workspace: "example"
  )

  /// The service that evaluates the features which this source does not have, if no `--fallback` is
  /// given; `nil` except for the built-in example.
  var service: (any Source)? { origin == .bundled ? Example.service : nil }

  private static func location(
    _ kind: SourceKind,
    _ name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> LocatedSource {
    try mapError(kind.location(name, options.request(program)), to: Failure.sourceName)
  }
}

extension Failure {
  /// The failure of a name from which no source can be created.
  static func sourceName(_ error: SourceNameError) -> Failure {
    switch error {
    case .usage(let text): .usage(text, command: nil)
    case .source(let error): .source(error)
    }
  }
}
