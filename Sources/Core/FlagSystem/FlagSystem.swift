package import FeatureFlags
import Targeting

/// A feature flag service or format that Halyard supports: its documents, sources, options and SDK
/// routes.
///
/// Each flag system defines one value in its own folder, and the program lists all of them in one table.
package struct FlagSystem: Sendable {
  package let name: String
  /// The page of the folder `docs`, with its section, that explains the system.
  package let page: String
  package let facts: Facts
  package let formats: [FlagSystemFormat]
  /// The kinds of sources that provide only documents of this system.
  package let sources: [SourceKind]
  package let options: [SystemOptionRow]
  package let libraries: [LibraryUse]
  package let sdks: SDKSignatures
  /// The support for the decisions of its SDKs; `nil` if its SDKs only evaluate values.
  package let decisions: DecisionSupport?
  /// The kind of document that its SDKs read, for error messages.
  package let document: DocumentKind
  /// Creates the server routes that its SDKs call.
  package let routes: @Sendable (ServedSource) -> [SystemRoute]

  /// The extent of the support for a system, as Markdown texts for the documentation.
  package struct Facts: Sendable {
    /// The supported documents, besides those of the system's own sources.
    package let source: String
    package let evaluation: String
    package let trace: String
    /// The users for whom an override can force a result.
    package let forcing: String
    /// The SDKs that receive the overrides from Halyard's server.
    package let served: String
    /// The evaluations that SDKs report to Halyard's server, as a text for the table of systems.
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
    formats: [FlagSystemFormat],
    sources: [SourceKind] = [],
    options: [SystemOptionRow] = [],
    libraries: [LibraryUse] = [],
    sdks: SDKSignatures = SDKSignatures(),
    decisions: DecisionSupport? = nil,
    document: DocumentKind,
    routes: @escaping @Sendable (ServedSource) -> [SystemRoute] = { _ in [] }
  ) {
    (self.document, self.routes) = (document, routes)
    (self.sdks, self.decisions) = (sdks, decisions)
    (self.name, self.page, self.facts, self.formats) = (name, page, facts, formats)
    (self.sources, self.options, self.libraries) = (sources, options, libraries)
  }

  /// The facts with their labels, in the order of the documentation.
  package var rows: [(label: String, text: String)] {
    let forms = sources.map { "`\($0.form)`, " }.joined()
    return [
      ("source", forms + facts.source), ("evaluation", facts.evaluation), ("trace", facts.trace),
      ("forcing", facts.forcing), ("served to", facts.served), ("counts back", facts.counts),
    ]
  }
}

extension [FlagSystem] {
  /// The kinds of documents of all systems, in the order in which ``ServedState`` tries them.
  package var documentKinds: [DocumentKind] {
    // Tries the first system last: documents of other systems can contain its members, too.
    (dropFirst() + prefix(1)).map(\.document)
  }
}

/// A document format of a flag system, such as its datafile.
package struct FlagSystemFormat: Sendable {
  /// The value of `--format` that selects the format.
  package let name: String
  /// The description of the format in the documentation.
  package let meaning: String
  /// Creates the parser of the format; the settings affect its evaluator.
  package let reader: @Sendable (SystemSettings) -> ConfigurationFormat

  package init(
    name: String,
    meaning: String,
    reader: @escaping @Sendable (SystemSettings) -> ConfigurationFormat
  ) {
    (self.name, self.meaning, self.reader) = (name, meaning, reader)
  }
}

/// The user agents and function names by which SDKs are recognised in requests and in source code.
package struct SDKSignatures: Sendable {
  /// Words of user agents in lower case, each with the name of its SDK.
  package let userAgents: KeyValuePairs<String, String>
  /// The functions whose first argument is the key of a flag, in the spelling of Swift and JavaScript.
  ///
  /// A name with a dot, such as `Feature.named`, is recognised only in a call on that type.
  package let calls: [String]

  package init(userAgents: KeyValuePairs<String, String> = [:], calls: [String] = []) {
    (self.userAgents, self.calls) = (userAgents, calls)
  }
}

/// A shared library that is loaded on first use, and the functions that need it.
package struct LibraryUse: Sendable {
  /// The name of the check that tests whether the library can be loaded.
  package let name: String
  /// The name of the shared library.
  package let file: String
  /// The Debian package that contains the library.
  package let package: String
  /// What does not work without the library.
  package let use: String
  /// Loads the library, and returns its version; empty if the version is unknown, `nil` if the library
  /// cannot be loaded.
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
