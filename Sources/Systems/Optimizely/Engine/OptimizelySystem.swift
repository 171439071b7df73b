import Documents
public import FeatureFlags
package import FlagSystem
import Networking

extension FlagSystem {
  package static let optimizely = FlagSystem(
    name: "Optimizely",
    page: "systems/optimizely.md",
    facts: Facts(
      source: "a datafile",
      evaluation: "audiences, roll-outs, tests, holdouts",
      trace: "each rule with its conditions",
      forcing: "for everyone, a key, an attribute, one rule",
      served: "SDKs that poll a datafile, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "optimizely", meaning: "a datafile of Optimizely") { settings in
        .optimizely(
          DatafileSettings(
            order: settings[.canonical] == nil ? .leftToRight : .canonical,
            key: settings.sourceName.flatMap(DatafileKey.key),
            sink: settings.impressionHost
          )
        )
      }
    ],
    sources: [DatafileKey.source],
    options: [SystemOption<Void>.canonical.row, SystemOption<String>.datafileURL.row],
    sdks: SDKSignatures(
      userAgents: ["optimizely": "Optimizely"],
      calls: ["isFeatureEnabled", "decide"]
    ),
    decisions: .datafile,
    document: .datafile,
    routes: DatafileRoutes.all
  )
}

/// The source `optimizely:SDK_KEY`: the datafile of an SDK key, at the URL of the service or at the URL
/// of `--datafile-url`.
private enum DatafileKey {
  private static let scheme = "optimizely:"
  /// The URL of the service's datafiles; `%@` is replaced by the SDK key.
  private static let template = "https://cdn.optimizely.com/datafiles/%@.json"

  static let source = SourceKind(
    form: "optimizely:SDK_KEY",
    meaning: "the datafile of an SDK key; `--datafile-url` for another server",
    format: "optimizely",
    matches: { $0.lowercased().hasPrefix(scheme) }
  ) { name, request throws(SourceNameError) in
    try SourceKind.web.location(try url(of: name, request.settings), request)
  }

  /// The SDK key in the given name; `nil` if the name is not `optimizely:SDK_KEY`.
  static func key(of name: String) -> String? {
    source.matches(name) ? String(name.dropFirst(scheme.count)) : nil
  }

  private static func url(
    of name: String,
    _ settings: SystemSettings
  ) throws(SourceNameError) -> String {
    let key = String(name.dropFirst(scheme.count))
    guard key.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }),
      key.contains(where: { $0 != "." })
    else {
      throw .usage("\(URLRedaction.redacted(name)): expected a key of letters, digits, -, _ and .")
    }
    let template = settings[.datafileURL] ?? template
    guard template.contains("%@") else {
      throw .usage(
        "--datafile-url: found \"\(URLRedaction.redacted(template, isAddress: true))\", expected %@ "
          + "in place of the key"
      )
    }
    return template.replacing("%@", with: key, maxReplacements: 1)
  }
}

extension SystemOption<Void> {
  /// Whether false takes precedence over unknown in an `and` condition, in any order of the operands.
  fileprivate static var canonical: SystemOption {
    SystemOption(
      "canonical",
      .switched,
      help: """
        Evaluate 'and' conditions of a datafile regardless of operand order: false takes precedence \
        over unknown.
        """
    ) { _ throws(SystemOptionError) in () }
  }
}

extension SystemOption<String> {
  /// The template of the URL of a datafile, with `%@` for the SDK key.
  fileprivate static var datafileURL: SystemOption {
    SystemOption(
      "datafile-url",
      .text("TEMPLATE"),
      help: "The URL template for a source optimizely:SDK_KEY; %@ is replaced by the SDK key."
    ) { text throws(SystemOptionError) in text }
  }
}

extension ConfigurationFormat {
  /// The format of Optimizely datafiles, whose flags a ``DatafileEvaluator`` evaluates.
  ///
  /// - Parameter settings: The options of the evaluation.
  /// - Returns: The format with the name `optimizely`.
  public static func optimizely(
    _ settings: DatafileSettings = DatafileSettings()
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "optimizely",
      recognises: { bytes in
        // A datafile of an older version has no `featureFlags`; the parser reports its version.
        let names = ["featureFlags", "trafficAllocation"].filter(bytes.contains(text:))
        guard !names.isEmpty, bytes.contains(text: "projectId") else { return false }
        if bytes.contains(text: "\"projectId\""),
          names.contains(where: { bytes.contains(text: "\"\($0)\"") })
        {
          return true
        }
        // JSON5 allows names without quotes, so that the text must be parsed. Drops the error: a text
        // that cannot be parsed is not a datafile.
        let document = try? JSONReader.read(bytes)
        return document?["projectId"] != nil && document?["experiments"] != nil
      },
      parse: { bytes throws(ConfigurationError) in
        let (datafile, findings) = try mapError(Datafile.inspected(bytes)) {
          (error: DatafileError) in
          ConfigurationError.document(error.naming)
        }
        let evaluator = Evaluator(datafile, order: settings.order)
        var configuration = Configuration(
          features: evaluator.features,
          problems: findings.map { Problem($0) }
        )
        configuration.evaluator = DatafileEvaluator(evaluator, settings: settings)
        return configuration
      }
    )
    .described(by: "\"featureFlags\" and \"projectId\"", .datafile)
  }
}

extension DatafileError {
  /// The error for a document whose format was detected: the error for an unsupported version names
  /// Optimizely.
  fileprivate var naming: DocumentError {
    guard case .version(let found, let line) = self else { return DocumentError(self) }
    let version = "a datafile of Optimizely of version \"\(found.excerpt)\""
    return .unexpected(path: "version", line: line, found: version, expected: "version \"4\"")
  }
}
