import Documents
import FeatureFlags
package import FlagSystem
import Targeting

extension FlagSystem {
  package static let flagd = FlagSystem(
    name: "flagd",
    page: "systems/flagd.md",
    facts: Facts(
      source: "a file or a URL, in JSON or YAML",
      evaluation: "rules, fractional v1 to v3",
      trace: "each rule with its operands",
      forcing: "for everyone, a key, an attribute",
      served: "flagd, its providers with a file, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "flagd", meaning: "a document of flagd, in JSON or YAML") { settings in
        ConfigurationFormat.flagd(
          FlagdSettings(
            generation: settings[.fractional] ?? .v2,
            timestamp: settings[.time].map { Int($0.seconds.rounded(.down)) }
          )
        )
        .withoutLines(ifMerged: FlagdFiles.prefix, settings)
      }
    ],
    sources: [
      .files(
        FlagdFiles.prefix,
        "several documents of flagd; a flag of a later one replaces that of an earlier one",
        format: "flagd"
      ) { _ in FlagdFiles.add }
    ],
    options: [SystemOption.fractional.row, SystemOption.time.row],
    sdks: SDKSignatures(userAgents: ["flagd": "flagd"]),
    document: .flagd,
    routes: FlagdRoutes.all
  )
}

extension SystemOption<FractionalGeneration> {
  /// The option for the version of the algorithm of the operator `fractional`.
  fileprivate static var fractional: SystemOption {
    let names = FractionalGeneration.allCases.map(\.rawValue)
    return SystemOption(
      "fractional",
      .text("GENERATION", words: names),
      help: """
        The algorithm of 'fractional' in flagd: v1 up to flagd 0.14, v2 up to 0.16, or v3 as planned for \
        1.0; v2 by default.
        """
    ) { text throws(SystemOptionError) in
      guard let generation = FractionalGeneration(rawValue: text) else {
        throw .expected("one of " + names.joined(separator: ", "))
      }
      return generation
    }
  }
}

/// Merges several documents as flagd merges its sources: a later one replaces the flags of an earlier one.
enum FlagdFiles {
  static let prefix = "flagd:"

  /// Adds the flags and the shared rules of a document; the metadata of its flag set become those of its
  /// flags.
  ///
  /// - Throws: A syntax error, or `unexpected` for a shared rule that an earlier file has with another
  ///   content.
  @Sendable
  static func add(
    to document: inout MergedDocument,
    _ bytes: [UInt8],
    of file: String
  ) throws(DocumentError) {
    let node = try DocumentGrammar.flagd.read(bytes).node
    let fields = try FieldReader(node)
    for rule in try fields.optionalMembers("$evaluators") ?? [] {
      let text = JSONValue(rule.node)?.text() ?? ""
      if let known = document.owners[rule.key], known != text {
        throw .unexpected(
          path: "$evaluators.\(rule.key.excerpt)",
          line: rule.node.line,
          found: "another rule than in an earlier file",
          expected: "the same rule, or another name"
        )
      }
      document.owners[rule.key] = text
      try document.add(rule.key, rule.node, to: "$evaluators")
    }
    guard let flags = node["flags"] else {
      throw .unexpected(path: "flags", line: node.line, found: "nothing", expected: "flags")
    }
    let metadata = node["metadata"].flatMap { JSONValue($0)?.members } ?? []
    let list = (flags.list ?? []).compactMap { flag in flag["key"]?.string.map { ($0, flag) } }
    for (key, flag) in flags.members?.map({ ($0.key, $0.node) }) ?? list {
      guard var value = JSONValue(flag) else {
        throw flag.mismatch(expected: "a value of JSON").inside("flags.\(key.excerpt)")
      }
      let own = value["metadata"]?.members ?? []
      let others = metadata.filter { member in !own.contains { $0.key == member.key } }
      if !others.isEmpty { value["metadata"] = .object(own + others) }
      document.add(key, value, to: "flags")
    }
  }
}
