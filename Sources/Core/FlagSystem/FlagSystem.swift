package import FeatureFlags
import Targeting

/// A product whose documents, rules and SDKs Halyard speaks, with all that a program has to know about it.
///
/// Each system is one value in its own folder, and one row in the program's table of systems.
package struct FlagSystem: Sendable {
  package let name: String
  /// The page of `docs`, with its section, that explains the system.
  package let page: String
  package let facts: Facts
  package let formats: [SystemFormat]
  /// The sources that have only documents of the system.
  package let sources: [SourceKind]
  package let options: [SystemOptionRow]
  package let libraries: [LibraryUse]
  package let sdks: SDKSigns
  /// The decisions of its SDKs; `nil` if they only evaluate values.
  package let decisions: DecisionSupport?
  /// The documents of its SDKs, for error messages.
  package let document: DocumentKind
  /// Creates the routes that its SDKs call on a server.
  package let routes: @Sendable (ServedSource) -> [SystemRoute]

  /// What a user may expect from the support of a system, in Markdown.
  package struct Facts: Sendable {
    /// The documents that are read, besides those of the system's own sources.
    package let source: String
    package let evaluation: String
    package let trace: String
    /// For whom an override can force a result.
    package let forcing: String
    /// The SDKs that obey the overrides of a server.
    package let served: String
    /// What the server learns about evaluations.
    package let counts: String

    package init(
      source: String,
      evaluation: String,
      trace: String,
      forcing: String,
      served: String,
      counts: String
    ) {
      (self.source, self.evaluation, self.trace) = (source, evaluation, trace)
      (self.forcing, self.served, self.counts) = (forcing, served, counts)
    }
  }

  package init(
    name: String,
    page: String,
    facts: Facts,
    formats: [SystemFormat],
    sources: [SourceKind] = [],
    options: [SystemOptionRow] = [],
    libraries: [LibraryUse] = [],
    sdks: SDKSigns = SDKSigns(),
    decisions: DecisionSupport? = nil,
    document: DocumentKind,
    routes: @escaping @Sendable (ServedSource) -> [SystemRoute] = { _ in [] }
  ) {
    (self.document, self.routes) = (document, routes)
    (self.sdks, self.decisions) = (sdks, decisions)
    (self.name, self.page, self.facts, self.formats) = (name, page, facts, formats)
    (self.sources, self.options, self.libraries) = (sources, options, libraries)
  }

  /// Each fact with its name, in the order of the documentation.
  package var rows: [(label: String, text: String)] {
    let forms = sources.map { "`\($0.form)`, " }.joined()
    return [
      ("source", forms + facts.source), ("evaluation", facts.evaluation), ("trace", facts.trace),
      ("forcing", facts.forcing), ("served to", facts.served), ("counts back", facts.counts),
    ]
  }
}

extension [FlagSystem] {
  /// The kinds of documents of all systems, for ``ServedState``.
  package var documentKinds: [DocumentKind] {
    // A document of another system can have the members of features, too.
    (dropFirst() + prefix(1)).map(\.document)
  }
}

/// A format of the documents of a system.
package struct SystemFormat: Sendable {
  /// The value of `--format` that selects the format.
  package let name: String
  /// The description of the format in the documentation.
  package let meaning: String
  /// Returns the parser of the format, with the settings that affect its evaluator.
  package let reader: @Sendable (SystemSettings) -> ConfigurationFormat

  package init(
    name: String,
    meaning: String,
    reader: @escaping @Sendable (SystemSettings) -> ConfigurationFormat
  ) {
    (self.name, self.meaning, self.reader) = (name, meaning, reader)
  }
}

/// The signs by which the SDKs of a system are recognised in requests and in source code.
package struct SDKSigns: Sendable {
  /// The words of user agents in lower case, with the name of the SDK.
  package let userAgents: KeyValuePairs<String, String>
  /// The functions with the key of a flag as first argument, in the spelling of Swift and JavaScript; with a
  /// dot, the name counts after that type only, such as `Feature.named`.
  package let calls: [String]

  package init(userAgents: KeyValuePairs<String, String> = [:], calls: [String] = []) {
    (self.userAgents, self.calls) = (userAgents, calls)
  }
}

/// A library that is loaded on first use, and what needs it.
package struct LibraryUse: Sendable {
  /// The name of its check.
  package let name: String
  /// The name of the shared library.
  package let file: String
  /// The Debian package.
  package let package: String
  /// What does not work without the library.
  package let use: String
  /// Loads the library; returns its version, or an empty text for an unknown one, or `nil` if it cannot be
  /// loaded.
  package let version: @Sendable () -> String?

  package init(
    name: String,
    file: String,
    package: String,
    use: String,
    version: @escaping @Sendable () -> String?
  ) {
    (self.name, self.file, self.package) = (name, file, package)
    (self.use, self.version) = (use, version)
  }
}

extension LibraryUse {
  /// The library for the regular expressions of rules.
  package static let regularExpressions = LibraryUse(
    name: "libpcre2",
    file: "libpcre2-8.so.0",
    package: "libpcre2-8-0",
    use: "regular expressions of rules"
  ) { RegularExpression.hasLibrary ? "" : nil }
}
