import Documents
import FeatureFlags

/// Reads the flags of a document, and reports violations of the schema.
struct FlagdReader {
  private(set) var flags: [FlagdDocument.Flag] = []
  private(set) var problems: [Problem] = []
  let shared: [(name: String, rule: Rule)]
  private let compiler: RuleCompiler
  /// The metadata of the flag set.
  private var metadata: [FlagDefinition.Metadatum] = []
  /// The largest number of metadata of the flag set.
  static let factLimit = 32

  /// The indexes of the flags by key.
  private var indexes: [String: Int] = [:]

  /// Compiles the shared rules of a document.
  ///
  /// - Throws: `unexpected` if the document is no object, or has malformed `$evaluators`.
  init(_ document: Node) throws(DocumentError) {
    let fields = try FieldReader(document)
    let members = try fields.optionalMembers("$evaluators") ?? []
    for member in members {
      // flagd cannot replace references to such a short rule.
      guard let json = JSONValue(member.node)?.text(), json.utf8.count >= 3 else {
        throw member.node.mismatch(expected: "a rule").inside("$evaluators.\(member.key)")
      }
    }
    let compiler = RuleCompiler(shared: members)
    self.compiler = compiler
    var seen: Set<String> = []
    shared = members.filter { seen.insert($0.key).inserted }.compactMap { member in
      compiler.sharedRule(member.key).map { (member.key, $0) }
    }
  }

  /// Reads all flags.
  ///
  /// - Throws: `unexpected` if there are no flags, or if a flag does not have its default variant.
  mutating func readFlags(of document: Node) throws(DocumentError) {
    // Each flag with metadata of its own has a copy.
    metadata = Array(facts(document["metadata"], of: nil).prefix(Self.factLimit))
    guard let flags = document["flags"] else {
      throw .unexpected(path: "flags", line: document.line, found: "nothing", expected: "flags")
    }
    let count = flags.members?.count ?? flags.list?.count ?? 0
    guard count <= Limit.features.maximum else {
      throw .limit(.features, found: count, line: flags.line)
    }
    if let members = flags.members {
      for member in members { try read(member.node, key: member.key) }
    } else if let list = flags.list {
      for (index, node) in list.enumerated() {
        guard let key = node["key"]?.string else {
          report("key", node["key"], expected: "a text", of: "#\(index + 1)", node.line)
          continue
        }
        try read(node, key: key)
      }
    } else {
      throw flags.mismatch(expected: "an object or a list of flags").inside("flags")
    }
  }

  private mutating func read(_ node: Node, key: String) throws(DocumentError) {
    guard node.members != nil else {
      return report(key, node, expected: "an object, so the flag is left out", of: key, node.line)
    }
    var flag = FlagdDocument.Flag(key: key, line: node.line)
    flag.rule = rule(node["targeting"], of: key)
    readState(node["state"], of: &flag)
    readVariants(node["variants"], of: &flag)
    try readDefault(node["defaultVariant"], of: &flag)
    let own = facts(node["metadata"], of: key)
    let keys = Set(own.map(\.key))
    flag.metadata = own.isEmpty ? metadata : metadata.filter { !keys.contains($0.key) } + own
    append(flag)
  }

  /// Appends a flag; it replaces an earlier one with the same key, as in JSON.
  private mutating func append(_ flag: FlagdDocument.Flag) {
    guard let index = indexes.updateValue(flags.count, forKey: flag.key) else {
      return flags.append(flag)
    }
    indexes[flag.key] = index
    let line = flags[index].line.map { " on line \($0)" } ?? ""
    report(
      .service("is defined twice; this definition replaces the one\(line)"),
      of: flag.key,
      flag.line
    )
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
      report("state", node, expected: expected, of: flag.key, flag.line)
    }
  }

  private mutating func readVariants(_ node: Node?, of flag: inout FlagdDocument.Flag) {
    guard let members = node?.members, !members.isEmpty else {
      let expected = "an object with at least one variant"
      report("variants", node, expected: expected, of: flag.key, flag.line)
      return
    }
    var variants: [Variant] = []
    variants.reserveCapacity(members.count)
    for (index, member) in members.enumerated() {
      // Of variants with the same name the last one counts. Compares few names only, because the
      // time is quadratic.
      let isReplaced =
        members.count <= 16 && members[(index + 1)...].contains { $0.key == member.key }
      if isReplaced { continue }
      if member.key.isEmpty { report(.emptyVariation, of: flag.key, member.node.line) }
      let value = VariableValue(member.node)
      if value == nil || member.node.list != nil || member.node.isNull {
        let expected = "a Boolean, a text, a number or an object"
        report("variants.\(member.key)", member.node, expected: expected, of: flag.key, nil)
      }
      if let value { variants.append((member.key, value)) }
    }
    let types = variants.map(\.value.type)
    let areNumbers = types.allSatisfy { $0 == .integer || $0 == .double }
    let isMixed = !areNumbers && types.contains { $0 != types[0] }
    if isMixed {
      report(
        .service("has variants of different types; an app gets an error for those of another type"),
        of: flag.key,
        node?.line
      )
    }
    flag.isBoolean = types == [.boolean, .boolean] && variants[0].value != variants[1].value
    let type = isMixed ? VariableType.json : types.contains(.double) ? .double : nil
    flag.outcomes = variants.map { Self.outcome($0, isBoolean: flag.isBoolean, type: type) }
  }

  private typealias Variant = (name: String, value: VariableValue)

  /// Returns the outcome of a variant; its value is converted to the type of all variants, so that
  /// an override can replace each of them.
  private static func outcome(
    _ variant: Variant,
    isBoolean: Bool,
    type: VariableType?
  ) -> ServiceVariation {
    let (variation, value) = (TestVariation(name: variant.name), variant.value)
    if isBoolean { return ServiceVariation(variation, isOn: value == .boolean(true)) }
    let typed = type.flatMap { value.type == $0 ? nil : value.converted(to: $0) } ?? value
    let variable = Variable(name: FlagDefinition.valueVariable, value: typed)
    return ServiceVariation(variation, variables: [variable])
  }

  private mutating func readDefault(
    _ node: Node?,
    of flag: inout FlagdDocument.Flag
  ) throws(DocumentError) {
    guard let node, !node.isNull, node.string != "" else { return }
    flag.defaultIndex = node.string.flatMap { name in
      flag.outcomes.firstIndex { $0.variation.rawValue == name }
    }
    guard flag.defaultIndex == nil else { return }
    let names = flag.outcomes.prefix(10).map { "\"\($0.variation)\"" }.joined(separator: ", ")
    let expected = names.isEmpty ? "no default variant without variants" : "a variant of the flag: "
    throw node.mismatch(expected: expected + names).inside("flags.\(flag.key).defaultVariant")
  }

  private mutating func rule(_ node: Node?, of flag: String) -> Rule? {
    guard let node, !node.isNull else { return nil }
    guard let members = node.members else {
      report("targeting", node, expected: "an object", of: flag, nil)
      return compiler.rule(node)
    }
    return members.isEmpty ? nil : compiler.rule(node)
  }
}

// MARK: Metadata

extension FlagdReader {
  /// Reads metadata; null values are left out.
  private mutating func facts(_ node: Node?, of flag: String?) -> [FlagDefinition.Metadatum] {
    guard let node, !node.isNull else { return [] }
    guard let members = node.members else {
      report("metadata", node, expected: "an object", of: flag, nil)
      return []
    }
    return members.compactMap { member in
      guard !member.node.isNull else { return nil }
      guard member.node.list == nil, member.node.members == nil else {
        let expected = "a text, a number or a Boolean"
        report("metadata.\(member.key)", member.node, expected: expected, of: flag, nil)
        return nil
      }
      return FlagDefinition.Metadatum(key: member.key, value: AttributeValue(member.node))
    }
  }
}

// MARK: Problems

extension FlagdReader {
  private mutating func report(
    _ field: String,
    _ node: Node?,
    expected: String,
    of flag: String?,
    _ line: Int?
  ) {
    let found = node.map { $0.string.map { "\"\($0.excerpt)\"" } ?? $0.kind } ?? "missing"
    report(
      .wrongKind(field: field, found: found, expected: expected, isFatal: false),
      of: flag,
      node?.line ?? line
    )
  }

  private mutating func report(_ fact: Problem.Fact, of flag: String?, _ line: Int?) {
    problems.append(Problem(severity: .warning, line: line, feature: flag, fact: fact))
  }
}
