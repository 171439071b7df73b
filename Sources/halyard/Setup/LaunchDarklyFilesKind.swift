import FeatureFlags
import LaunchDarkly

/// The source kind for several data files of a server SDK of LaunchDarkly, which are read again when one of
/// them changes.
enum LaunchDarklyFilesKind: SourceKind {
  static let form = "launchdarkly:FILE,FILE"
  static let meaning = "several data files of LaunchDarkly in JSON or YAML, as one document"
  static let format: (any FileFormat.Type)? = LaunchDarklyFormat.self

  static func matches(_ name: String) -> Bool { name.hasPrefix(LaunchDarklyFiles.prefix) }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let paths = name.dropFirst(LaunchDarklyFiles.prefix.count).split(separator: ",").map(
      String.init
    )
    guard let first = paths.first else {
      throw .usage("the source is \"\(name)\", expected \(form)", command: nil)
    }
    let absolute = paths.map { SourceLocation.resolved(program.environment.absolute($0)) }
    return SourceLocation(
      LaunchDarklyFiles(paths: paths),
      .file,
      LaunchDarklyFiles(paths: absolute).name,
      workspace: SourceLocation.workspaceName(
        of: absolute.joined(separator: ","),
        readable: FileSource(path: first).name
      )
    )
  }
}

extension ConfigurationFormat {
  /// The format for a merged document, whose problems have no lines in the files.
  var withoutLines: ConfigurationFormat {
    ConfigurationFormat(name: name, recognises: recognises) { bytes throws(ConfigurationError) in
      let merged = try parse(bytes)
      let problems = merged.problems.map {
        Problem(severity: $0.severity, line: nil, feature: $0.feature, fact: $0.fact)
      }
      var configuration = Configuration(features: merged.features, problems: problems)
      configuration.evaluator = merged.evaluator
      return configuration
    }
  }
}
