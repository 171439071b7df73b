package import Documents
package import FeatureFlags
import Targeting

/// The flags of one environment of Unleash: the body of `/api/client/features`, a bootstrap file, an
/// offline file or a backup of Unleash Edge, an export of the admin API, or the events of
/// `/api/client/delta`.
///
/// A malformed flag is omitted and reported in ``problems``; the other flags are parsed.
package struct UnleashDocument: Sendable {
  /// The kind of a document, recognised by its members.
  enum Kind: Hashable, Sendable {
    /// The flags with their strategies.
    case features
    /// The events of a delta response, which are applied to form the flags.
    case delta
    /// An export of the admin API, in which the strategies are separate from the flags.
    case export
    /// A list of environments with their flags, as Unleash Edge persists them.
    case backup
    /// A list of flags of the admin API, which has no strategies; rejected.
    case list
    /// A response of the frontend API, which only has the flags that are on for one user; rejected.
    case toggles
  }

  /// The flags, in the order of the document, each with a unique name.
  package private(set) var flags: [UnleashFlag] = []
  private var indices: [Feature.Name: Int] = [:]
  /// The segments by id.
  private(set) var segments: [Int: UnleashSegment] = [:]
  /// The names of the segments of an export, which usually has nothing else of them.
  private var segmentNames: [Int: String] = [:]
  /// The flags that SDKs turn off for everyone, with the reasons.
  private(set) var defects: [Feature.Name: String] = [:]
  /// The malformed parts and the warnings, in the order of detection.
  package var problems: [Problem] { found.list }
  private var found = DocumentProblems()

  /// Parses a document.
  ///
  /// - Throws: An error if the document is not one of Unleash, or is of a kind that is rejected.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let plain = DocumentGrammar.unleash.readSimple(bytes) { value throws(DocumentError) in
      let document = try UnleashDocument(value)
      // Falls back to the slower parser, whose nodes have line numbers, if there are problems to report.
      guard document.problems.isEmpty else { throw value.mismatch(expected: "no problems") }
      return document
    }
    if let plain {
      self = plain
    } else {
      let document = try DocumentGrammar.unleash.read(bytes)
      do throws(DocumentError) {
        let export = try UnleashExport(document.node)
        try self.init(
          export?.clientFeatures ?? document.node,
          segmentNames: export?.segmentNames ?? [:]
        )
        for remark in export?.remarks ?? [] { report(remark, line: nil) }
      } catch {
        throw document.explaining(error)
      }
      found.insert(document.findings)
    }
  }

  private init(
    _ document: some DocumentValue,
    segmentNames: [Int: String] = [:]
  ) throws(DocumentError) {
    self.segmentNames = segmentNames
    let fields = try document.fields()
    switch Self.kind(of: document) {
    case .delta?: for event in try fields.elements("events") { apply(event) }
    case .export?, .backup?: throw Self.mismatch(document, found: "an export of Unleash")
    case .list?:
      throw Self.mismatch(document, found: "a list of flags of the admin API of Unleash")
    case .toggles?:
      throw Self.mismatch(document, found: "a response of the frontend API of Unleash")
    case .features?, nil:
      guard fields.value("features")?.elements != nil else {
        throw Self.mismatch(document, found: "no list \"features\"")
      }
      replace(with: fields)
    }
    let known = indices
    flags = flags.enumerated().filter { known[$1.name] == $0 }.map(\.element)
    guard flags.count <= InputLimit.features.maximum else {
      throw .limit(.features, found: flags.count, line: document.line)
    }
    for index in flags.indices { indices[flags[index].name] = index }
    for segment in segments.values.sorted(by: { $0.id < $1.id }) {
      for remark in segment.constraints.flatMap(\.remarks) {
        report("segment \"\(segment.name)\": \(remark)", line: segment.line)
      }
    }
    for flag in flags {
      if let defect = firstDefect(of: flag) { defects[flag.name] = defect }
      reportPitfalls(of: flag, to: &found)
    }
  }

  private static func mismatch(_ document: some DocumentValue, found: String) -> DocumentError {
    let form =
      "the flags of one environment with their strategies, as /api/client/features has them"
    return .unexpected(line: document.line, found: found, expected: form)
  }

  /// Returns the kind of a document; `nil` for a document of another system.
  static func kind(of document: some DocumentValue) -> Kind? {
    if let pairs = document.elements {
      var parts = pairs.first { _ in true }?.elements?.dropFirst().makeIterator()
      let features = parts?.next()
      return features.flatMap { kind(of: $0) } == .features ? .backup : nil
    }
    // Drops the error: a document that is not an object has no kind.
    guard let fields = try? document.fields() else { return nil }
    if let features = fields.value("features")?.elements {
      if fields.value("featureStrategies")?.elements != nil { return .export }
      if features.contains(where: { has("strategies", in: $0) }) { return .features }
      if features.contains(where: { hasList("environments", in: $0) }) { return .list }
      // Accepts a project without flags, or with flags without strategies, if the document has a member
      // that is typical of client features.
      let names: [StaticString] = ["version", "segments", "query", "meta"]
      let others: [StaticString] = ["section", "development", "unlocked", "test-variations"]
      let isOther = features.contains { flag in others.contains { has($0, in: flag) } }
      return !isOther && names.contains { fields.value($0) != nil } ? .features : nil
    }
    if let toggles = fields.value("toggles")?.elements {
      return toggles.allSatisfy { has("name", in: $0) } ? .toggles : nil
    }
    guard let events = fields.value("events")?.elements else { return nil }
    return events.contains { has("eventId", in: $0) && has("type", in: $0) } ? .delta : nil
  }

  private static func has(_ key: StaticString, in value: some DocumentValue) -> Bool {
    // Drops the error: a value that is not an object has no members.
    (try? value.fields())?.value(key) != nil
  }

  private static func hasList(_ key: StaticString, in value: some DocumentValue) -> Bool {
    // Drops the error: a value that is not an object has no members.
    (try? value.fields())?.value(key)?.elements != nil
  }

  /// Returns the reason why SDKs turn a flag off for everyone; `nil` if its strategies can be compiled.
  func defect(of flag: UnleashFlag) -> String? { defects.isEmpty ? nil : defects[flag.name] }

  /// The name of a segment, or its id if the document does not have the name.
  func segmentName(_ id: Int) -> String { segments[id]?.name ?? segmentNames[id] ?? "\(id)" }

  /// Returns the flag with a name; `nil` if there is none.
  package func flag(_ name: Feature.Name) -> UnleashFlag? { indices[name].map { flags[$0] } }
}

// MARK: Parts

extension UnleashDocument {
  private mutating func replace(with fields: some DocumentFields) {
    flags = []
    indices = [:]
    segments = [:]
    for segment in fields.list("segments") { read(segment: segment) }
    for flag in fields.list("features") { read(flag: flag) }
  }

  /// Parses a flag and appends it, or replaces an earlier flag of the same name.
  private mutating func read(flag value: some DocumentValue, isUpdate: Bool = false) {
    attempt(value) { (document, fields) throws(DocumentError) in
      let flag = try UnleashFlag(fields, line: value.line)
      guard let index = document.indices[flag.name] else {
        document.indices[flag.name] = document.flags.count
        return document.flags.append(flag)
      }
      let first = document.flags[index].line.map { " on line \($0)" } ?? ""
      document.flags[index] = flag
      guard !isUpdate else { return }
      let text = "is listed twice; this flag replaces the one\(first)"
      document.report(text, of: flag, line: value.line)
    }
  }

  private mutating func read(segment value: some DocumentValue) {
    attempt(value) { (document, fields) throws(DocumentError) in
      let segment = try UnleashSegment(fields, line: value.line)
      document.segments[segment.id] = segment
    }
  }

  /// Applies an event of a delta document to the flags and segments read so far.
  private mutating func apply(_ event: some DocumentValue) {
    attempt(event) { (document, fields) throws(DocumentError) in
      switch try fields.text("type") {
      case "hydration": document.replace(with: fields)
      case "feature-updated":
        document.read(flag: try fields.required("feature", expected: "an object"), isUpdate: true)
      case "feature-removed":
        // Removes only the index entry; the initialiser finally removes all flags without an index
        // entry.
        document.indices[Feature.Name(rawValue: try fields.text("featureName"))] = nil
      case "segment-updated":
        document.read(segment: try fields.required("segment", expected: "an object"))
      case "segment-removed": document.segments[try fields.wholeNumber("segmentId")] = nil
      case let type:
        document.report("the event \"\(type)\" is unknown, and is skipped", line: event.line)
      }
    }
  }

  /// Reads an object, and reports an error as a problem of the object.
  private mutating func attempt<Value: DocumentValue>(
    _ value: Value,
    _ read: (inout UnleashDocument, Value.Fields) throws(DocumentError) -> Void
  ) {
    do throws(DocumentError) { try read(&self, try value.fields()) } catch {
      // Drops the error: a value that is not an object has no name.
      let name = (try? value.fields())?.value("name")?.string
      found.flag = name
      found.report(error, in: "features")
    }
  }

  private mutating func report(_ text: String, of flag: UnleashFlag? = nil, line: Int?) {
    (found.flag, found.line) = (flag?.name.rawValue, line)
    found.report(.service(text))
  }
}

extension UnleashDocument {
  /// Returns the first reason why SDKs turn a flag off for everyone; `nil` if its strategies can be
  /// compiled.
  private func firstDefect(of flag: UnleashFlag) -> String? {
    for strategy in flag.strategies {
      if let defect = strategy.defect { return "strategy \"\(strategy.key)\": \(defect)" }
      for id in strategy.segmentIDs {
        guard let segment = segments[id] else {
          let text =
            segmentNames[id].map { "the export has only the name of the segment \"\($0)\"" }
            ?? "segment \(id) is missing"
          return "strategy \"\(strategy.key)\": \(text)"
        }
        if let defect = segment.defect {
          return "segment \"\(segment.name)\": \(defect)"
        }
      }
    }
    return nil
  }

  /// Reports mistakes in a flag that are easily overlooked, and differences between SDKs.
  func reportPitfalls(of flag: UnleashFlag, to problems: inout DocumentProblems) {
    (problems.flag, problems.line) = (flag.name.rawValue, flag.line)
    func report(_ text: String, severity: Problem.Severity = .warning) {
      problems.report(.service(text), severity: severity)
    }
    if let defect = defects[flag.name] {
      report(
        "\(defect); the whole flag is off, and for SDKs on Node only the strategy",
        severity: .error
      )
    }
    if flag.lacksStrategies {
      report("has no \"strategies\": it is on, and off for SDKs on Node")
    }
    for strategy in flag.strategies {
      for remark in strategy.remarks { report("strategy \"\(strategy.key)\": \(remark)") }
      if case .custom = strategy.rule {
        let text = "the app decides the strategy \"\(strategy.name)\"; it does not hold here"
        report("strategy \"\(strategy.key)\": \(text)", severity: .note)
      }
    }
    if ([flag.variants] + flag.strategies.map(\.variants)).contains(where: \.isWithoutWeight) {
      report("the weights of its variants add up to 0, so no variant is selected")
    }
    for variant in flag.allVariants { variant.trap.map { report($0) } }
    for dependency in flag.dependencies {
      for text in pitfalls(of: dependency) { report(text) }
    }
  }

  private func pitfalls(of dependency: UnleashFlag.Dependency) -> [String] {
    let name = dependency.flag.rawValue
    guard let parent = flag(dependency.flag) else {
      return ["depends on \"\(name)\", which does not exist, so it is off"]
    }
    if !parent.dependencies.isEmpty {
      return ["depends on \"\(name)\", which has dependencies itself, so it is off"]
    }
    guard !dependency.variants.isEmpty else { return [] }
    if !dependency.isEnabled {
      return ["depends on variants of \"\(name)\" while it is off; SDKs on Node ignore them"]
    }
    let known = parent.variantNames
    return dependency.variants.filter { !known.contains($0) && $0 != "disabled" }.map { variant in
      let text = "depends on the variant \"\(variant)\" of \"\(name)\", which does not exist"
      return known.isEmpty ? text + "; only SDKs on Node turn it off" : text
    }
  }
}

extension UnleashVariant {
  /// The mistake in the name or the payload of the variant; `nil` if there is none.
  fileprivate var trap: String? {
    if name == UnleashFlag.disabled.rawValue {
      return "the variant \"disabled\" has the name that apps get without a variant"
    }
    guard let payload else { return nil }
    let isValid =
      switch payload.type {
      case "json": VariableValue(payload.value, as: .json) != nil
      case "number": VariableValue(payload.value, as: .double) != nil
      default: true
      }
    return isValid ? nil : "the payload of the variant \"\(name)\" is not a valid \(payload.type)"
  }
}

extension UnleashVariants {
  fileprivate var isWithoutWeight: Bool { !list.isEmpty && buckets?.count == 0 }
}
