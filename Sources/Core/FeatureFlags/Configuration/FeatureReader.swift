import Documents

/// Converts the entries of a document to features, and collects their problems.
struct FeatureReader: EntryConsumer {
  private(set) var features: [Feature] = []
  private(set) var problems = ProblemTally()
  /// The line number of each feature; 0 for formats without lines.
  private var lines: [Int32] = []
  /// The indexes of the features by name.
  private(set) var names = NameTable()
  private var cache = FlatEntryCache()
  /// The line numbers of the features whose names are not ASCII, by name; at most `equivalentNameLimit`
  /// entries.
  ///
  /// Two normalization forms of one text are the same key, because Swift compares strings by canonical
  /// equivalence.
  private var equivalentNames: [String: Int32] = [:]
  private var spelling = NearestMembers()
  /// Reports the features while the document is parsed; `nil` if no caller wants them before the end.
  private var reporter: PartReporter?
  /// Whether every entry is parsed to a node, even simple JSON, so that a test can compare the results
  /// of both parsers.
  private let usesNodes: Bool

  private static let members = MemberTable(
    RawFeature.Key.allCases.map(\.rawValue).joined(separator: " ")
  )
  /// The maximum number of names that are compared without regard to their normalization form.
  private static let equivalentNameLimit = 100_000
  /// The number of features at the start of a document whose average size determines how much memory is
  /// reserved.
  private static let sampleSize = 1_000

  init(reporter: PartReporter? = nil, usesNodes: Bool = false) {
    self.reporter = reporter
    self.usesNodes = usesNodes
  }

  /// Removes the features and the problems of all entries so far; the cache of shared texts remains.
  ///
  /// Reports the member `features` as a duplicate if there were features; `line` is the line number of
  /// the new list.
  mutating func removeAll(at line: Int?) {
    let (cache, first) = (cache, lines.first)
    reporter?.restart()
    self = FeatureReader(reporter: reporter, usesNodes: usesNodes)
    self.cache = cache
    guard let first else { return }
    let fact = Problem.Fact.duplicateKey("features", firstLine: first > 0 ? Int(first) : nil)
    problems.append(Problem(severity: fact.severity, line: line, feature: nil, fact: fact))
  }

  mutating func shouldContinue(afterBytes count: Int, of total: Int) -> Bool {
    if features.count == Self.sampleSize { reserveCapacity(afterBytes: count, of: total) }
    guard reporter != nil else { return true }
    return reporter?.report(features, parsedBytes: count) ?? true
  }

  /// Reserves memory for all features of the document, based on the average size of its first features:
  /// an array that grows by doubling needs up to three times the memory of its elements.
  private mutating func reserveCapacity(afterBytes count: Int, of total: Int) {
    let estimate = Self.sampleSize * total / count
    let capacity = min(estimate + estimate / 50, InputLimit.features.maximum)
    features.reserveCapacity(capacity)
    lines.reserveCapacity(capacity)
    names.reserveCapacity(capacity)
  }

  /// Reports the features that were not reported yet, at the end of the document.
  mutating func reportRest(of document: [UInt8]) {
    reporter?.reportRest(features, parsedBytes: document.count)
  }

  /// Reads the entry at the given index of the list, counted from 0.
  mutating func read(_ node: Node, at position: Int) {
    // Discards the features at index 0, which begins a `features` member: a duplicate member replaces
    // the entries of the first one.
    if position == 0 { removeAll(at: node.line) }
    let label = "#\(position + 1)"
    guard let members = node.members else {
      return report(.notAFeature(found: node.kind), of: label, line: node.line)
    }
    guard let nameNode = node["name"], let name = nameNode.string else {
      return reportMissingName(node, label: label)
    }
    let entry = entry(of: members, name: name, line: nameNode.line ?? node.line)
    for finding in entry.findings { report(finding.fact, of: name, line: finding.line) }
    let featureName = Feature.Name(rawValue: name)
    if let first = names.position(of: featureName, in: features) {
      return reportDuplicate(of: first, name: name, line: entry.line)
    }
    guard !entry.isRejected else { return }
    _ = names.insert(featureName, at: features.count, in: features)
    lines.append(Int32(clamping: entry.line ?? 0))
    if featureName.isBlank { report(.emptyName, of: label, line: entry.line) }
    reportEquivalent(featureName, line: entry.line)
    features.append(
      Feature(entry.raw) { fact in
        let field = fact.key.flatMap { node[$0.rawValue] }
        report(fact, of: name, line: field?.line ?? entry.line)
      }
    )
  }

  /// Reads the members of an entry; reports unknown and repeated keys.
  private mutating func entry(
    of members: [Node.Member],
    name: String,
    line: Int?
  ) -> Entry {
    var entry = Entry(name: name, line: line)
    // Collects known keys in an array: they are few, so a linear search for a duplicate is faster than
    // hashing.
    var known: [(key: RawFeature.Key, line: Int?)] = []
    var others: [String: Int?] = [:]
    lazy var present = KnownMembers(members, in: Self.members)
    for member in members {
      let (key, line) = (RawFeature.Key(rawValue: member.key), member.node.line)
      let first: Int?? =
        if let key { known.first { $0.key == key }.map { $0.line } } else {
          others.updateValue(line, forKey: member.key)
        }
      if let first { report(.duplicateKey(member.key, firstLine: first), of: name, line: line) }
      if let key {
        known.append((key, line))
        entry.read(member.node, for: key)
      } else if let near = spelling.nearest(to: member.key, in: Self.members, without: present) {
        report(.unknownKey(member.key, nearest: near), of: name, line: member.node.line)
      }
    }
    return entry
  }

  /// Reads an entry of simple JSON without parsing it to nodes, which is several times faster than
  /// ``read(_:at:)``.
  ///
  /// The result is `false` if the entry has to be read with ``read(_:at:)`` instead; otherwise both
  /// functions have the same effect.
  mutating func readSimple(_ cursor: inout JSONCursor, at position: Int) -> Bool {
    let start = cursor.line
    guard !usesNodes, let entry = FlatEntry(&cursor),
      let name = entry.name.flatMap({ cursor.text(of: $0) })
    else { return false }
    var detailText: String?
    if let slice = entry.detailText {
      guard let text = cache.text(of: slice, in: cursor) else { return false }
      detailText = text
    }
    guard let (traits, facts) = cache.traits(of: entry, in: cursor) else { return false }
    if position == 0 { removeAll(at: start) }
    let featureName = Feature.Name(rawValue: name)
    let line = entry.line(of: .name)
    if let first = names.insert(featureName, at: features.count, in: features) {
      reportDuplicate(of: first, name: name, line: line)
      return true
    }
    lines.append(Int32(clamping: line ?? 0))
    if featureName.isBlank { report(.emptyName, of: "#\(position + 1)", line: line) }
    reportEquivalent(featureName, line: line)
    for fact in facts {
      report(fact, of: name, line: fact.key.flatMap { entry.line(of: $0) } ?? line)
    }
    let definition = FlagDefinition(name: featureName, detailText: detailText, traits: traits)
    features.append(Feature(definition))
    return true
  }

  private mutating func reportDuplicate(of first: Int, name: String, line: Int?) {
    let firstLine = lines[first] > 0 ? Int(lines[first]) : nil
    report(.duplicateName(firstLine: firstLine), of: name, line: line)
  }

  /// Reports a name that differs from that of an earlier feature only in its Unicode normalization form.
  private mutating func reportEquivalent(_ name: Feature.Name, line: Int?) {
    guard !name.isASCII, equivalentNames.count < Self.equivalentNameLimit else { return }
    let first = equivalentNames.updateValue(Int32(clamping: line ?? 0), forKey: name.rawValue)
    guard let first else { return }
    report(.equivalentName(firstLine: first > 0 ? Int(first) : nil), of: name.rawValue, line: line)
  }

  private mutating func reportMissingName(_ node: Node, label: String) {
    guard let found = node["name"] else {
      return report(.missingName, of: label, line: node.line)
    }
    report(
      .wrongKind(field: "name", found: found.kind, expected: "a text", isFatal: true),
      of: label,
      line: found.line
    )
  }

  private mutating func report(_ fact: Problem.Fact, of feature: String, line: Int?) {
    problems.append(Problem(severity: fact.severity, line: line, feature: feature, fact: fact))
  }
}

extension FeatureReader {
  /// Collects the fields and the problems of one entry while the entry is read.
  private struct Entry {
    var raw: RawFeature
    var findings: [(fact: Problem.Fact, line: Int?)] = []
    /// Whether the entry is skipped, because a malformed field, such as `enabled`, leaves the
    /// feature's behaviour undefined.
    var isRejected = false
    let line: Int?

    init(name: String, line: Int?) {
      raw = RawFeature(name: name)
      self.line = line
    }

    mutating func read(_ node: Node, for key: RawFeature.Key) {
      guard !node.isNull else { return }
      switch key {
      case .name: noteDefects(node, isFatal: true)
      case .description: raw.detailText = checked(node.string, node, key, "a text")
      case .section: raw.section = checked(node.string, node, key, "a text")
      case .enabled: raw.enabled = checked(node.bool, node, key, "true or false", isFatal: true)
      case .development:
        raw.isDevelopment = checked(node.bool, node, key, "true or false", isFatal: true)
      case .unlocked: raw.unlocked = checked(node.bool, node, key, "true or false", isFatal: true)
      case .variations:
        raw.variations = checked(node.texts, node, key, "a list of texts", isFatal: true) ?? []
        if node.list?.isEmpty == true { findings.append((.noVariations, node.line)) }
      case .biases: raw.biases = checked(node.numbers, node, key, "a list of numbers")
      case .labels: raw.labels = checked(node.optionalTexts, node, key, "a list of texts or nulls")
      case .assignment: raw.assignment = checked(node.number, node, key, "a number")
      case .type: readType(node)
      }
    }

    private mutating func checked<Value>(
      _ value: Value?,
      _ node: Node,
      _ key: RawFeature.Key,
      _ expected: String,
      isFatal: Bool = false
    ) -> Value? {
      noteDefects(node, isFatal: isFatal)
      if value == nil {
        isRejected = isRejected || isFatal
        let fact = Problem.Fact.wrongKind(
          field: key.rawValue,
          found: node.kind,
          expected: expected,
          isFatal: isFatal
        )
        findings.append((fact, node.line))
      }
      return value
    }

    private mutating func readType(_ node: Node) {
      let token = node.string ?? node.members.map { Self.token(of: $0) }
      guard let token else {
        let tokens = FeatureType.documentTokens.joined(separator: ", ")
        _ = checked(String?.none, node, .type, "one of \(tokens)")
        return
      }
      let type = FeatureType(token: token)
      raw.type = type == .value ? nil : type
      if raw.type == nil { findings.append((.unknownType(token), node.line)) }
    }

    /// Returns the token of a type that the FeatureFlags framework encoded as an object; an empty
    /// object means deprecated.
    private static func token(of members: [Node.Member]) -> String {
      guard let member = members.first else { return FeatureType.deprecated.token }
      return member.key == "feature-test" ? member.node.string ?? member.node.kind : member.key
    }

    /// Reports strings that the parser had to change.
    ///
    /// With `isFatal`, a truncated string rejects the entry, because a truncated name or variation would
    /// be a different name.
    private mutating func noteDefects(_ node: Node, isFatal: Bool) {
      switch node.value {
      case .string(_, .loneSurrogate): findings.append((.loneSurrogate, node.line))
      case .string(_, .longCluster):
        isRejected = isRejected || isFatal
        findings.append((.longCluster(isFatal: isFatal), node.line))
      case .list(let nodes): for element in nodes { noteDefects(element, isFatal: isFatal) }
      case .string(_, nil), .null, .bool, .number, .integer, .object, .opaque: break
      }
    }
  }
}

extension Node {
  fileprivate var texts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.string)
    return texts.count == list.count ? texts : nil
  }

  fileprivate var numbers: [Double]? {
    guard let list else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? numbers : nil
  }

  fileprivate var optionalTexts: [String?]? {
    guard let list, list.allSatisfy({ $0.string != nil || $0.isNull }) else { return nil }
    return list.map(\.string)
  }
}

extension Problem.Fact {
  /// The severity of the problem in a document of features.
  var severity: Problem.Severity {
    switch self {
    case .duplicateKey, .unknownKey, .emptyName, .equivalentName, .labelCount, .unlockedTest,
      .loneSurrogate, .service, .fewerFeatures, .longCluster(isFatal: false),
      .noVariations, .singleVariation, .emptyVariation, .unusedBiases:
      .warning
    case .developmentEnabled: .note
    case .notAFeature, .missingName, .duplicateName, .wrongKind, .unknownType, .conflictingType,
      .duplicateVariation, .biasCount, .biasSum, .biasRange, .assignmentRange,
      .longCluster(isFatal: true):
      .error
    }
  }

  /// The key of the malformed field, to find its line; `nil` if the problem concerns no single
  /// field.
  var key: RawFeature.Key? {
    switch self {
    case .biasCount, .biasSum, .biasRange, .unusedBiases: .biases
    case .labelCount: .labels
    case .conflictingType, .unknownType: .type
    case .duplicateVariation, .noVariations, .singleVariation, .emptyVariation: .variations
    case .assignmentRange: .assignment
    case .unlockedTest: .unlocked
    case .developmentEnabled: .development
    case .notAFeature, .missingName, .emptyName, .duplicateName, .equivalentName, .duplicateKey,
      .unknownKey, .wrongKind, .loneSurrogate, .service, .fewerFeatures, .longCluster:
      nil
    }
  }
}
