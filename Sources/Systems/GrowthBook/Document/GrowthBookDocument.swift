package import Documents
package import FeatureFlags
import Targeting

/// The features of one environment of GrowthBook: the body of `/api/features/KEY`, or a file that
/// contains only the object `features`.
///
/// A malformed feature is left out and reported in ``problems``; the other features are parsed.
package struct GrowthBookDocument: Sendable {
  /// The features, in the order of the document, each with a unique name.
  package private(set) var features: [GrowthBookFeature] = []
  /// The bytes of the document, in which encrypted parts are decrypted.
  package let payload: GrowthBookPayload
  /// The experiments on pages, without the malformed ones.
  private(set) var pageExperiments: [PageExperiment] = []
  private(set) var indexes: [Feature.Name: Int] = [:]
  /// Whether the document consists only of the object of features, without the other members of a
  /// response.
  let isBare: Bool
  /// The malformed parts and the warnings, in the order of detection.
  package var problems: [Problem] { found.list + coverageProblems }
  private var found = DocumentProblems()

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: The document as received from the source.
  ///   - key: The key for encrypted parts, in base64; `nil` if there is none.
  /// - Throws: An error if the document is not one of GrowthBook, is not valid JSON, or has features
  ///   that cannot be decrypted.
  package init(bytes: [UInt8], key: String? = nil) throws(DocumentError) {
    let payload = try GrowthBookPayload(bytes, key: key)
    let plain = DocumentGrammar.growthBook.readSimple(payload.bytes) {
      value throws(DocumentError) in
      let document = try GrowthBookDocument(value, payload)
      // Falls back to the slower parser, whose nodes have line numbers, if there are problems to report.
      guard document.found.list.isEmpty else { throw value.mismatch(expected: "no problems") }
      return document
    }
    if let plain {
      self = plain
    } else {
      let document = try DocumentGrammar.growthBook.read(payload.bytes)
      do throws(DocumentError) { try self.init(document.node, payload) } catch {
        throw document.explaining(error)
      }
      found.insert(
        document.findings.filter { finding in
          guard case .duplicateKey(let key, _) = finding.fact, finding.flag == nil else {
            return true
          }
          return !payload.replaced.contains(key)
        }
      )
    }
  }

  private init(_ value: some DocumentValue, _ payload: GrowthBookPayload) throws(DocumentError) {
    self.payload = payload
    let fields = try value.fields()
    isBare = value.entries?.isEmpty ?? false || Self.isMap(value)
    if Self.isManaged(value) {
      throw .unexpected(
        line: value.line,
        found: "a response of the management API of GrowthBook",
        expected: "the features with their rules, as /api/features/KEY has them"
      )
    }
    guard let map = isBare ? value : fields.value("features"), let entries = map.entries else {
      let reason = payload.failures.first.map { ", and \($0)" } ?? ""
      throw .unexpected(
        line: value.line,
        found: "no object \"features\"" + reason,
        expected: "the features of GrowthBook with their rules, as /api/features has them"
      )
    }
    guard entries.count <= InputLimit.features.maximum else {
      throw .limit(.features, found: entries.count, line: map.line)
    }
    for failure in payload.failures { found.report(.service(failure), severity: .error) }
    var compiler = Compiler()
    if !isBare { read(fields, &compiler) }
    features.reserveCapacity(entries.count)
    indexes.reserveCapacity(entries.count)
    for (name, value) in entries {
      compiler.feature = name
      add(value, &compiler)
    }
    reportPitfalls(to: &found)
  }

  /// Returns whether a value is an object of features: all members are objects or null, and at least one
  /// of them has a default value or a list of rules.
  static func isMap(_ value: some DocumentValue) -> Bool {
    guard let entries = value.entries else { return false }
    return entries.allSatisfy { $0.value.isObject || $0.value.node.isNull }
      && entries.contains { entry in
        // Drops the error: a value that is not an object has no members.
        guard let fields = try? entry.value.fields() else { return false }
        return fields.contains("defaultValue") || fields.value("rules")?.elements != nil
      }
  }

  /// Returns whether a document is a feature or a list of features from the management API, which has
  /// separate rules for each environment.
  static func isManaged(_ document: some DocumentValue) -> Bool {
    // Drops the error: a value that is not an object has no members.
    guard let fields = try? document.fields() else { return false }
    let first = fields.value("features")?.elements?.first { _ in true } ?? fields.value("feature")
    let members = try? first?.fields()
    return members?.value("valueType") != nil && members?.value("environments") != nil
  }

  /// Returns the feature with the given name; `nil` if the document does not contain it.
  package func feature(_ name: Feature.Name) -> GrowthBookFeature? {
    indexes[name].map { features[$0] }
  }
}

// MARK: Parts

extension GrowthBookDocument {
  /// Parses the parts that features share: the saved groups and the contextual bandits.
  private mutating func read(_ fields: some DocumentFields, _ compiler: inout Compiler) {
    reportKind(of: "savedGroups", fields.value("savedGroups"), "object") { $0.isObject }
    for (id, value) in fields.value("savedGroups")?.entries ?? [] {
      let group = SavedGroup(value)
      if group == nil {
        found.report(.service("the saved group \"\(id)\" is no list, and counts as empty"))
      }
      compiler.groups[id] = group ?? .values(ValueList())
    }
    reportKind(of: "contextualBandits", fields.value("contextualBandits"), "object") { $0.isObject }
    for (id, bandit) in fields.value("contextualBandits")?.entries ?? [] {
      (compiler.feature, compiler.part) = (id, "contextual bandit \"\(id)\"")
      do throws(DocumentError) {
        compiler.bandits[id] = try ContextualBandit(bandit, &compiler)
      } catch { found.report(error, in: "contextualBandits.\(id)") }
    }
    found.line = nil
    report(&compiler)
    readPages(of: fields, &compiler)
    let pages = fields.value("experiments")?.node.list ?? []
    if !pages.isEmpty {
      let keys = pages.prefix(5).map { $0["key"]?.string ?? "?" } + (pages.count > 5 ? ["…"] : [])
      let text = "experiments on pages, which only browsers evaluate: "
      found.report(.service(text + keys.joined(separator: ", ")), severity: .note)
    }
  }

  /// Reports a part that is omitted because it has the wrong type.
  ///
  /// A falsy value is not reported, because the SDKs treat it as a missing part.
  private mutating func reportKind<Value: DocumentValue>(
    of part: String,
    _ value: Value?,
    _ kind: String,
    isMet: (Value) -> Bool
  ) {
    guard let value, !isMet(value), case let node = value.node else { return }
    guard !node.isNull, node.bool != false, node.number != 0, node.string != "" else { return }
    let fact = "\"\(part)\" is left out: it is no \(kind)"
    found.report(.service(fact), line: value.line, severity: .error)
  }

  /// Parses the experiments on pages.
  ///
  /// A malformed experiment is omitted with a warning only, because only browsers evaluate these
  /// experiments.
  private mutating func readPages(of fields: some DocumentFields, _ compiler: inout Compiler) {
    reportKind(of: "experiments", fields.value("experiments"), "list") { $0.elements != nil }
    guard let pages = fields.value("experiments")?.elements else { return }
    for (index, value) in pages.enumerated() {
      do throws(DocumentError) {
        pageExperiments.append(try PageExperiment(value, at: index, &compiler))
      } catch {
        let fact = "experiment \(index + 1) on pages is left out: \(error)"
        found.report(.service(fact), line: error.line)
      }
    }
    (compiler.remarks, compiler.differences) = ([], [])
  }

  /// Parses a feature and appends it, or replaces an earlier feature of the same name.
  private mutating func add(_ value: some DocumentValue, _ compiler: inout Compiler) {
    (found.flag, found.line) = (compiler.feature, value.line)
    do throws(DocumentError) {
      let feature = try GrowthBookFeature(value, &compiler)
      if let index = indexes.updateValue(features.count, forKey: feature.name) {
        indexes[feature.name] = index
        features[index] = feature
      } else {
        features.append(feature)
      }
    } catch {
      if value.isObject || !value.node.isNull {
        found.report(error, in: "features.\(compiler.feature)")
      } else {
        found.report(.service("is null, so it is left out; apps get null for it"))
      }
    }
    report(&compiler)
  }

  /// Reports the remarks and the differences between SDKs that the compiler has collected, and clears
  /// them.
  private mutating func report(_ compiler: inout Compiler) {
    for remark in compiler.remarks { found.report(.service(remark)) }
    let differences = compiler.differences
    (compiler.remarks, compiler.differences) = ([], [])
    guard !differences.isEmpty else { return }
    let rest = differences.count > 5 ? ["and \(differences.count - 5) more"] : []
    let text = (differences.prefix(5) + rest).joined(separator: "; ")
    found.report(.service("\(Self.disagreement): \(text)"))
  }

  /// The beginning of a message about a difference, with the versions of the SDKs that were compared.
  static let disagreement = "SDKs for Python (4.0) differ from those for JavaScript (1.7)"
}

extension GrowthBookDocument {
  /// A warning that lists the features with a rollout for which the SDKs disagree about the last users;
  /// empty if there are none.
  ///
  /// Nearly every rollout is affected, so the document gets a single warning without line numbers.
  private var coverageProblems: [Problem] {
    let names = features.filter { $0.rules.contains(where: \.hasDisputedCoverage) }.map(\.name)
    guard !names.isEmpty else { return [] }
    let listed = names.prefix(5).map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    let text = "a user whose number is the coverage of a rollout is in it for JavaScript only"
    let fact = Problem.Fact.service("\(Self.disagreement): \(text): \(listed)\(rest)")
    return [Problem(severity: .warning, line: nil, feature: nil, fact: fact)]
  }

  /// Reports problems that involve several rules or features, such as a cycle of prerequisites.
  func reportPitfalls(to problems: inout DocumentProblems) {
    var owners: [String: Feature.Name] = [:]
    owners.reserveCapacity(features.count)
    let dependent = features.lazy.filter { $0.rules.contains { !$0.prerequisites.isEmpty } }
    let references = dependent.map { feature in
      (feature.name.rawValue, feature.rules.flatMap(\.prerequisites).map(\.feature.rawValue))
    }
    let endless = ReferenceGraph(Dictionary(references) { $1 }).endless
    for feature in features {
      (problems.flag, problems.line) = (feature.name.rawValue, feature.line)
      if feature.values.isMixed {
        problems.report(.service("has values of different types; typed apps fail for some of them"))
      }
      reportBranches(of: feature, to: &problems)
      if endless.contains(feature.name.rawValue) {
        let text = "its prerequisites depend on each other, so that apps can get null"
        problems.report(.service(text), severity: .error)
      }
      for rule in feature.rules {
        for parent in rule.prerequisites where indexes[parent.feature] == nil {
          let text = "the prerequisite \"\(parent.feature.rawValue)\" does not exist, and is null"
          problems.report(.service("\(rule.key): \(text)"))
        }
        guard rule.variations.count > 1, let key = rule.experiment?.key,
          let owner = owners.updateValue(feature.name, forKey: key), owner != feature.name
        else { continue }
        let text = "shares the experiment \"\(key)\" with \"\(owner.rawValue)\"; force both"
        problems.report(.service(text), severity: .note)
      }
    }
  }

  /// Reports rules that can never be reached, and a feature whose rules all give the default value.
  private func reportBranches(of feature: GrowthBookFeature, to problems: inout DocumentProblems) {
    let rules = feature.rules
    if let index = rules.firstIndex(where: \.isForEveryone), index < rules.count - 1 {
      let text =
        "\(rules[index].key): it holds for everyone, so that the rules after it are never reached"
      problems.report(.service(text))
    }
    let isGated = rules.contains { $0.prerequisites.contains(where: \.isGate) }
    let values = rules.flatMap { $0.variations.map(\.value) }
    guard !isGated, !values.isEmpty, values.allSatisfy({ $0 == feature.defaultIndex }) else {
      return
    }
    problems.report(.service("all rules give the default value"))
  }
}

extension GrowthBookRule {
  /// Whether the rule forces its value for every user, without any condition.
  fileprivate var isForEveryone: Bool {
    experiment == nil && !variations.isEmpty && condition == nil && bucketing == nil
      && prerequisites.isEmpty && filters.isEmpty
  }
}
