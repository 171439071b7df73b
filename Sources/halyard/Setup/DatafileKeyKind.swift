import FeatureFlags
import Networking

/// The source kind for the datafile of an SDK key, which is polled at the URL of the service or of
/// `--datafile-url`.
enum DatafileKeyKind: SourceKind {
  static let form = "optimizely:SDK_KEY"
  static let meaning = "the datafile of an SDK key; `--datafile-url` for another server"
  static let format: (any FileFormat.Type)? = OptimizelyFormat.self

  private static let scheme = "optimizely:"
  /// The URL of the service's datafiles; `%@` is replaced by the SDK key.
  private static let template = "https://cdn.optimizely.com/datafiles/%@.json"

  static func matches(_ name: String) -> Bool { name.lowercased().hasPrefix(scheme) }

  /// The SDK key in the given name; `nil` if the name is not `optimizely:SDK_KEY`.
  static func key(of name: String) -> String? {
    matches(name) ? String(name.dropFirst(scheme.count)) : nil
  }

  static func location(
    of name: String,
    _ options: SourceOptions,
    _ program: Program
  ) throws(Failure) -> SourceLocation {
    let key = String(name.dropFirst(scheme.count))
    guard key.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }),
      key.contains(where: { $0 != "." })
    else {
      throw .usage(
        "\(URLRedaction.redacted(name)): expected a key of letters, digits, -, _ and .",
        command: nil
      )
    }
    let template = options.datafileURL ?? Self.template
    guard let placeholder = template.firstRange(of: "%@") else {
      throw .usage(
        "--datafile-url: found \"\(URLRedaction.redacted(template, isAddress: true))\", expected %@ "
          + "in place of the key",
        command: nil
      )
    }
    let url = template[..<placeholder.lowerBound] + key + template[placeholder.upperBound...]
    return try WebKind.location(of: String(url), options, program)
  }
}
