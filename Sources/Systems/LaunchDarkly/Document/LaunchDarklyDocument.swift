package import Documents
package import FeatureFlags
import Targeting

/// The flags of one environment of LaunchDarkly.
///
/// The document is the payload or a data file of a server SDK, or it has the values for one context, as
/// a client SDK or the development server of `ldcli` provides them.
package struct LaunchDarklyDocument: Sendable {
  /// The format of a document, recognised by its members.
  package enum Form: Hashable, Sendable {
    /// The flags with their targeting, as server SDKs receive them, or a data file with flags and
    /// values.
    case payload
    /// The values for one context, as client SDKs receive them.
    case client
    /// A project of the development server of `ldcli`, which has the values for one context.
    case project
    /// A response of the management API, which contains all environments and is rejected.
    case management
  }

  package let form: Form
  /// The flags, in the order of the document, each with a unique name.
  private(set) var flags: [LaunchDarklyFlag] = []
  private var indices: [Feature.Name: Int] = [:]
  /// The segments by key.
  private(set) var segments: [String: LaunchDarklySegment] = [:]
  /// The warnings about the document, in the order of detection.
  package var problems: [Problem] { found.list }
  var found = DocumentProblems()

  /// Parses a document of JSON or YAML.
  ///
  /// - Throws: An error if an SDK would reject the document.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let plain = DocumentGrammar.launchDarkly.readSimple(bytes) { value throws(DocumentError) in
      let document = try LaunchDarklyDocument(value)
      // Falls back to the slower parser, whose nodes have line numbers, if there are problems to report.
      guard document.problems.isEmpty else { throw value.mismatch(expected: "no problems") }
      return document
    }
    if let plain {
      self = plain
    } else {
      let document = try DocumentGrammar.launchDarkly.read(bytes)
      do throws(DocumentError) { try self.init(document.node) } catch {
        throw document.explaining(error)
      }
      found.insert(document.findings)
    }
  }

  private init(_ document: some DocumentValue) throws(DocumentError) {
    let document = Self.payload(of: document)
    let fields = try document.fields()
    form = Self.form(of: document) ?? .payload
    switch form {
    case .payload:
      try readPayload(fields, isEmpty: document.entries?.isEmpty ?? false)
      reportPitfalls()
    case .client:
      try forEachEntry(of: document) { document, key, entry throws(DocumentError) in
        try document.readValue(entry, of: key)
      }
    case .project: try readProject(fields)
    case .management:
      throw .unexpected(
        line: document.line,
        found: "a response of the management API of LaunchDarkly",
        expected: "the flags of one environment with their targeting, as /sdk/latest-all has them"
      )
    }
  }

  func flag(_ name: Feature.Name) -> LaunchDarklyFlag? { indices[name].map { flags[$0] } }

  /// Appends a flag, or replaces an earlier flag with the same name: in JSON, the last member with a key
  /// wins.
  private mutating func append(_ flag: LaunchDarklyFlag) {
    if let index = indices.updateValue(flags.count, forKey: flag.name) {
      indices[flag.name] = index
      flags[index] = flag
    } else {
      flags.append(flag)
    }
  }

  /// Calls `read` for each member of an object; the path in an error includes the key of the member.
  private mutating func forEachEntry<Value: DocumentValue>(
    of object: Value?,
    _ name: StaticString? = nil,
    _ read: (inout Self, String, Value) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard let object else { return }
    guard let entries = object.entries else {
      throw object.mismatch(expected: "an object").inside(name?.description ?? "")
    }
    guard entries.count <= InputLimit.features.maximum else {
      throw .limit(.features, found: entries.count, line: object.line)
    }
    for (key, entry) in entries {
      do throws(DocumentError) { try read(&self, key, entry) } catch {
        throw error.inside(name.map { "\($0).\(key)" } ?? key)
      }
    }
  }
}

// MARK: Forms

extension LaunchDarklyDocument {
  /// Returns the form of a document; `nil` if it belongs to a different system.
  static func form(of document: some DocumentValue) -> Form? {
    let document = payload(of: document)
    if member("flagsState", of: document)?.isObject == true { return .project }
    if let flags = member("flags", of: document)?.entries {
      guard !flags.isEmpty else {
        // An environment can have segments but no flags.
        let isOther = ["$schema", "$evaluators", "metadata"].contains {
          member($0, of: document) != nil
        }
        return isOther ? nil : .payload
      }
      return areFlags(flags.lazy.map(\.value)) ? .payload : nil
    }
    if member("flagValues", of: document)?.isObject == true { return .payload }
    let response = member("items", of: document)?.elements?.first { _ in true } ?? document
    if member("environments", of: response) != nil, member("variations", of: response) != nil {
      return .management
    }
    let entries = document.entries?.prefix(8) ?? []
    // Tests whether the member exists: a null value counts as missing.
    let areValues = entries.contains { member("value", of: $0.value) != nil }
    return areValues && entries.allSatisfy { member("version", of: $0.value) != nil }
      ? .client : nil
  }

  /// Whether the first entry that is recognised as a flag is one of LaunchDarkly.
  private static func areFlags<Value: DocumentValue>(_ entries: some Sequence<Value>) -> Bool {
    for entry in entries {
      let variations = member("variations", of: entry)
      let others: [StaticString] = ["variants", "flagType", "defaultRule"]
      guard !others.contains(where: { member($0, of: entry) != nil }), variations?.isObject != true
      else { return false }
      // A deleted flag is recognised by `deleted`, because it has neither variations nor a state.
      let names: [StaticString] = ["on", "fallthrough", "offVariation", "deleted"]
      guard variations?.elements == nil, !names.contains(where: { member($0, of: entry) != nil })
      else {
        return true
      }
    }
    return false
  }

  /// Returns the member `data` of a message of the event stream, which contains the flags; otherwise the
  /// document itself.
  private static func payload<Value: DocumentValue>(of document: Value) -> Value {
    member("data", of: document).flatMap { member("flags", of: $0) == nil ? nil : $0 } ?? document
  }

  private static func member<Value: DocumentValue>(_ key: StaticString, of value: Value) -> Value? {
    // Drops the error: a value that is not an object has no members.
    (try? value.fields())?.value(key)
  }
}

// MARK: Flags with targeting

extension LaunchDarklyDocument {
  /// Reads flags, values and segments; a data file of a server SDK may lack any of them, but not all.
  private mutating func readPayload(
    _ fields: some DocumentFields,
    isEmpty: Bool
  ) throws(DocumentError) {
    let (flags, values) = (fields.value("flags"), fields.value("flagValues"))
    let segments = fields.value("segments")
    guard isEmpty || flags != nil || values != nil || segments != nil else {
      throw .unexpected(path: "flags", line: nil, found: "nothing", expected: "the flags")
    }
    try forEachEntry(of: flags, "flags") { document, key, entry throws(DocumentError) in
      guard let fields = try Self.live(entry) else { return }
      document.append(try LaunchDarklyFlag(fields, name: key, line: entry.line))
    }
    try forEachEntry(of: segments, "segments") { document, key, entry throws(DocumentError) in
      guard let fields = try Self.live(entry) else { return }
      document.segments[key] = try LaunchDarklySegment(fields, name: key, line: entry.line)
    }
    let targeted = values == nil ? [] : Set(self.flags.map(\.name))
    try forEachEntry(of: values, "flagValues") { document, key, entry throws(DocumentError) in
      let name = Feature.Name(rawValue: key)
      guard !targeted.contains(name) else {
        (document.found.flag, document.found.line) = (key, entry.line)
        let text = "is a flag and a value: SDKs refuse the file; the flag is used"
        return document.found.report(.service(text), severity: .error)
      }
      document.append(
        LaunchDarklyFlag(key, value: try VariableValue(reading: entry.node), line: entry.line)
      )
    }
  }

  /// Returns the fields of a flag or a segment; `nil` if the entry is marked as deleted.
  private static func live<Value: DocumentValue>(
    _ entry: Value
  ) throws(DocumentError) -> Value.Fields? {
    let fields = try entry.fields()
    return try fields.optionalFlag("deleted") == true ? nil : fields
  }
}

// MARK: Values for one context

extension LaunchDarklyDocument {
  private mutating func readValue(
    _ entry: some DocumentValue,
    of key: String
  ) throws(DocumentError) {
    let variation = try entry.fields().optionalWholeNumber("variation") ?? 0
    let value = try Self.value(of: entry)
    append(LaunchDarklyFlag(key, value: value, variation: variation, line: entry.line))
  }

  private mutating func readProject(_ fields: some DocumentFields) throws(DocumentError) {
    func entries<Fields: DocumentFields>(_ key: StaticString, of fields: Fields) -> [String: Fields
      .Value]
    {
      Dictionary((fields.value(key)?.entries ?? []).map { ($0.key, $0.value) }) { $1 }
    }
    let forced = entries("overrides", of: fields)
    let variations = entries("availableVariations", of: fields)
    let states = fields.value("flagsState")
    try forEachEntry(of: states, "flagsState") { document, key, entry throws(DocumentError) in
      var known: [(name: String, value: VariableValue)] = []
      for variation in variations[key]?.elements.map(Array.init) ?? [] {
        let name = Self.member("name", of: variation)?.string ?? "\(known.count)"
        known.append((name, try Self.value(of: variation)))
      }
      let value = try Self.value(of: forced[key] ?? entry)
      document.append(
        LaunchDarklyFlag(key, value: value, variation: known.count, among: known, line: entry.line)
      )
    }
  }

  /// Returns the value of an entry; JSON null if the value is missing.
  private static func value(of entry: some DocumentValue) throws(DocumentError) -> VariableValue {
    try member("value", of: entry).map { value throws(DocumentError) in
      try VariableValue(reading: value.node)
    } ?? .json("null")
  }
}

extension LaunchDarklyDocument {
  /// Reports parts of flags and segments whose evaluation fails, that have no effect, or that have a
  /// surprising effect.
  mutating func reportPitfalls() {
    let endlessSegments = ReferenceGraph(segments.mapValues(\.references)).endless
    let dependent = flags.lazy.filter { !$0.prerequisites.isEmpty }
    let references = dependent.map { ($0.name.rawValue, $0.prerequisites.map(\.flag.rawValue)) }
    let endlessFlags = ReferenceGraph(Dictionary(references) { $1 }).endless
    for (key, segment) in segments.sorted(by: { $0.key < $1.key }) {
      (found.flag, found.line) = (nil, segment.line)
      let name = "segment \"\(key.excerpt)\""
      if endlessSegments.contains(key) {
        report("\(name) refers to a cycle: an evaluation that reaches it fails", isError: true)
      }
      if segment.bigKind != nil {
        report("\(name) is a big segment, whose keys only a store has: the lists count as empty")
      }
      reportPitfalls(of: segment.rules.flatMap(\.clauses), in: name)
    }
    for flag in flags {
      (found.flag, found.line) = (flag.name.rawValue, flag.line)
      if endlessFlags.contains(flag.name.rawValue) {
        report("its prerequisites are a cycle, so its evaluation fails", isError: true)
      }
      reportPitfalls(of: flag)
    }
  }

  private mutating func report(_ text: String, isError: Bool = false) {
    found.report(.service(text), severity: isError ? .error : .warning)
  }

  private mutating func reportPitfalls(of flag: LaunchDarklyFlag) {
    if flag.values.isMixed {
      report("has variations of different types; an app gets an error for those of another type")
    }
    for prerequisite in flag.prerequisites { reportTrap(of: prerequisite) }
    if let index = flag.offVariation { reportUnknown([index], of: flag, in: "offVariation") }
    for (list, targets) in [("targets", flag.targets), ("contextTargets", flag.contextTargets)] {
      reportUnknown(targets.map(\.variation), of: flag, in: list)
    }
    for (index, rule) in flag.rules.enumerated() {
      let name = "rule \(index + 1)"
      reportPitfalls(of: rule.clauses, in: name)
      reportPitfalls(of: rule.serve, of: flag, in: name)
    }
    reportPitfalls(of: flag.fallThrough, of: flag, in: "fallthrough")
    if flag.isOn { reportBranches(of: flag) }
  }

  /// Reports rules that are never reached, and a flag whose rules and targets all serve the variation of
  /// the fallthrough.
  private mutating func reportBranches(of flag: LaunchDarklyFlag) {
    if let index = flag.rules.firstIndex(where: \.clauses.isEmpty) {
      report("rule \(index + 1) has no clauses, so that nothing after it is ever served")
    }
    let others = flag.prerequisites.isEmpty ? [] : [flag.offVariation ?? -1]
    let targets = (flag.targets + flag.contextTargets).filter { !$0.keys.list.values.isEmpty }
    let branches = targets.map { [$0.variation] } + flag.rules.map(\.serve.served)
    guard !branches.isEmpty else { return }
    let served = Set(branches.joined() + flag.fallThrough.served + others)
    guard served.count == 1, let variation = served.first, flag.outcome(variation) != nil else {
      return
    }
    report("all rules and targets serve the variation \(variation) of the fallthrough")
  }

  private mutating func reportTrap(of prerequisite: LaunchDarklyFlag.Prerequisite) {
    let name = "the prerequisite \"\(prerequisite.flag.rawValue.excerpt)\""
    guard let flag = flag(prerequisite.flag) else {
      return report("\(name) does not exist, so it is never met", isError: true)
    }
    if flag.outcome(prerequisite.variation) == nil {
      report(
        "\(name) has no variation \(prerequisite.variation), so it is never met",
        isError: true
      )
    } else if !flag.isOn {
      report("\(name) is off, so it is never met, whatever its off variation")
    }
  }

  private mutating func reportUnknown(
    _ variations: [Int],
    of flag: LaunchDarklyFlag,
    in part: String
  ) {
    guard let index = variations.first(where: { flag.outcome($0) == nil }) else { return }
    report("\(part): there is no variation \(index), so the evaluation fails", isError: true)
  }

  private mutating func reportPitfalls(
    of serve: LaunchDarklyOutcome,
    of flag: LaunchDarklyFlag,
    in part: String
  ) {
    reportUnknown(serve.variations, of: flag, in: part)
    switch serve {
    case .variation: break
    case .nothing where flag.isOn:
      report("\(part): found no variation and no rollout, so the evaluation fails", isError: true)
    case .nothing: break
    case .rollout(let rollout):
      let sum = rollout.buckets?.count ?? 0
      if sum != LaunchDarklyRollout.whole {
        report("\(part): the weights add up to \(sum), expected \(LaunchDarklyRollout.whole)")
      }
      if let attribute = rollout.bucketing.attribute, attribute.name == nil {
        report("\(part): \(attribute.defect), so the evaluation fails", isError: true)
      }
    }
  }

  private mutating func reportPitfalls(of clauses: [LaunchDarklyClause], in part: String) {
    for clause in clauses {
      for remark in clause.remarks { report("\(part): \(remark)") }
      for key in clause.segments where segments[key] == nil {
        report("\(part): the segment \"\(key.excerpt)\" does not exist, so no context is in it")
      }
    }
  }
}
