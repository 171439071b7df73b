import Documents
import FeatureFlags
import Targeting

/// Reads the flags of a document, and reports violations of the schema.
struct FlagdReader {
  private(set) var flags: [FlagdDocument.Flag] = []
  /// The positions of the flags in ``flags``, by key.
  private(set) var indexes: [Feature.Name: Int] = [:]
  private(set) var problems = DocumentProblems()
  let shared: [(name: String, rule: Rule)]
  private let compiler: RuleCompiler
  /// The metadata of the flag set, which apply to each flag of the document.
  private var metadata: [FlagDefinition.Metadatum] = []
  /// The maximum number of metadata of the flag set.
  static let factLimit = 32

  /// Compiles the shared rules (`$evaluators`) of a document.
  ///
  /// - Throws: `unexpected` if the document is not an object, or if `$evaluators` is malformed.
  init(_ document: Node) throws(DocumentError) {
    let fields = try FieldReader(document)
    let members = (try fields.optionalMembers("$evaluators") ?? []).lastByKey
    for member in members {
      // flagd replaces a reference only by a rule whose JSON has at least 3 bytes.
      guard let json = JSONValue(member.node)?.text(), json.utf8.count >= 3 else {
        throw member.node.mismatch(expected: "a rule").inside("$evaluators.\(member.key)")
      }
    }
    let compiler = RuleCompiler(shared: members)
    self.compiler = compiler
    shared = members.compactMap { member in
      compiler.sharedRule(member.key).map { (member.key, $0) }
    }
  }

  /// Reads all flags.
  ///
  /// - Throws: `unexpected` if the document has no `flags`, or if a default variant is not a variant of
  ///   its flag.
  mutating func readFlags(of document: Node) throws(DocumentError) {
    // The number is limited, because each flag with metadata of its own stores a copy.
    metadata = Array(facts(document["metadata"]).prefix(Self.factLimit))
    guard let flags = document["flags"] else {
      throw .unexpected(path: "flags", line: document.line, found: "nothing", expected: "flags")
    }
    let count = flags.members?.count ?? flags.list?.count ?? 0
    guard count <= InputLimit.features.maximum else {
      throw .limit(.features, found: count, line: flags.line)
    }
    if let members = flags.members {
      for member in members { try read(member.node, key: member.key) }
    } else if let list = flags.list {
      let text = "the flags are a list, which only the daemon reads; providers expect an object"
      problems.report(.service(text), line: flags.line)
      for (index, node) in list.enumerated() {
        guard let key = node["key"]?.string else {
          (problems.flag, problems.line) = ("#\(index + 1)", node.line)
          problems.report("key", node["key"], expected: "a text")
          continue
        }
        if let index = indexes[Feature.Name(rawValue: key)] {
          (problems.flag, problems.line) = (key, node.line)
          let line = self.flags[index].line.map { " on line \($0)" } ?? ""
          problems.report(.service("is listed twice; this flag replaces the one\(line)"))
        }
        try read(node, key: key)
      }
    } else if flags.isNull {
      problems.report("flags", flags, expected: "an object; there are no flags")
    } else {
      throw flags.mismatch(expected: "an object or a list of flags").inside("flags")
    }
  }

  private mutating func read(_ node: Node, key: String) throws(DocumentError) {
    (problems.flag, problems.line) = (key, node.line)
    guard node.members != nil else {
      return problems.report(key, node, expected: "an object, so the flag is left out")
    }
    var flag = FlagdDocument.Flag(key: key, line: node.line)
    flag.rule = rule(node["targeting"])
    readState(node["state"], of: &flag)
    readVariants(node["variants"], of: &flag)
    try readDefault(node["defaultVariant"], of: &flag)
    let own = facts(node["metadata"])
    flag.metadata =
      metadata.isEmpty
      ? own : metadata.filter { fact in !own.contains { $0.key == fact.key } } + own
    append(flag)
  }

  /// Appends a flag, or replaces an earlier flag with the same key: in JSON, the last member with a key
  /// wins.
  private mutating func append(_ flag: FlagdDocument.Flag) {
    let name = Feature.Name(rawValue: flag.key)
    guard let index = indexes.updateValue(flags.count, forKey: name) else {
      return flags.append(flag)
    }
    indexes[name] = index
    flags[index] = flag
  }
}

// MARK: Members of a flag

extension FlagdReader {
  private mutating func readState(_ node: Node?, of flag: inout FlagdDocument.Flag) {
    switch node?.string {
    case "ENABLED": break
    case "DISABLED": flag.isDisabled = true
    default:
      let expected = "\"ENABLED\" or \"DISABLED\"; the flag is evaluated"
      problems.report("state", node, expected: expected)
    }
  }

  private mutating func readVariants(_ node: Node?, of flag: inout FlagdDocument.Flag) {
    guard let members = node?.members, !members.isEmpty else {
      return problems.report("variants", node, expected: "an object with at least one variant")
    }
    var variants: [(name: String, value: VariableValue)] = []
    variants.reserveCapacity(members.count)
    for member in members.lastByKey {
      if member.key.isEmpty { problems.report(.emptyVariation, line: member.node.line) }
      let value = VariableValue(member.node)
      if value == nil || member.node.list != nil || member.node.isNull {
        let expected = "a Boolean, a text, a number or an object"
        problems.report("variants.\(member.key)", member.node, expected: expected)
      }
      if let value { variants.append((member.key, value)) }
    }
    flag.values = ValueOutcomes(variants)
    guard flag.values.isMixed else { return }
    problems.report(
      .service("has variants of different types; an app gets an error for those of another type"),
      line: node?.line
    )
  }

  private mutating func readDefault(
    _ node: Node?,
    of flag: inout FlagdDocument.Flag
  ) throws(DocumentError) {
    guard let node, !node.isNull, node.string != "" else { return }
    flag.defaultIndex = node.string.flatMap { name in
      flag.outcomes.firstIndex { $0.variation.rawValue.isSameText(as: name) }
    }
    guard flag.defaultIndex == nil else { return }
    let names = flag.outcomes.prefix(10).map { "\"\($0.variation)\"" }.joined(separator: ", ")
    let expected = names.isEmpty ? "no default variant without variants" : "a variant of the flag: "
    throw node.mismatch(expected: expected + names).inside("flags.\(flag.key).defaultVariant")
  }

  private mutating func rule(_ node: Node?) -> Rule? {
    guard let node, !node.isNull else { return nil }
    guard let members = node.members else {
      problems.report("targeting", node, expected: "an object")
      return compiler.rule(node)
    }
    return members.isEmpty ? nil : compiler.rule(node)
  }
}

// MARK: Metadata

extension FlagdReader {
  /// Reads metadata, and omits null values.
  private mutating func facts(_ node: Node?) -> [FlagDefinition.Metadatum] {
    guard let node, !node.isNull else { return [] }
    guard let members = node.members else {
      problems.report("metadata", node, expected: "an object")
      return []
    }
    return members.lastByKey.compactMap { member in
      guard !member.node.isNull else { return nil }
      guard member.node.list == nil, member.node.members == nil else {
        let expected = "a text, a number or a Boolean"
        problems.report("metadata.\(member.key)", member.node, expected: expected)
        return nil
      }
      return FlagDefinition.Metadatum(key: member.key, value: AttributeValue(member.node))
    }
  }
}
