package import Documents
package import FeatureFlags
import Targeting

/// A parsed document of GO Feature Flag: a file of flags, or the response of a relay proxy.
package struct GoFeatureFlagDocument: Sendable {
  /// The flags, in the order of the document.
  let flags: [GoFlag]
  private let indexes: [Feature.Name: Int]
  /// The attributes that every user has, which have precedence over those of the user.
  let enrichment: [String: AttributeValue]
  /// The problems of the document, in the order of detection.
  package let problems: [Problem]

  /// Parses a document from the bytes of JSON or YAML.
  ///
  /// - Throws: The reason why the document cannot be read.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let document = try DocumentGrammar.goFeatureFlag.read(bytes)
    do throws(DocumentError) { try self.init(document.node, document.findings) } catch {
      throw document.explaining(error)
    }
  }

  private init(_ node: Node, _ findings: [DocumentFinding]) throws(DocumentError) {
    guard node.members != nil else { throw node.mismatch(expected: "an object with the flags") }
    let isResponse = Self.isResponse(node)
    let list = isResponse ? node["flags"] : node
    let members = (list?.members ?? []).lastByKey
    guard members.count <= InputLimit.features.maximum else {
      throw .limit(.features, found: members.count, line: node.line)
    }
    var reader = GoFlagReader()
    var flags: [GoFlag] = []
    for member in members {
      if let flag = reader.flag(member.node, key: member.key) { flags.append(flag) }
    }
    self.flags = flags
    indexes = Dictionary(
      flags.enumerated().map { (Feature.Name(rawValue: $1.key), $0) }
    ) { $1 }
    let attributes = isResponse ? node["evaluationContextEnrichment"]?.members ?? [] : []
    enrichment = Dictionary(attributes.map { ($0.key, AttributeValue($0.node)) }) { $1 }
    var problems = reader.problems
    problems.insert(findings)
    self.problems = problems.list
  }

  func flag(_ name: Feature.Name) -> GoFlag? { indexes[name].map { flags[$0] } }

  /// The flags converted to features.
  package var features: [Feature] {
    flags.map { flag in
      // The evaluation itself finds out that a flag is disabled, after the schedule and the bucketing key.
      flag.outcomes.feature(
        named: Feature.Name(rawValue: flag.key),
        section: nil,
        metadata: flag.metadata
      )
    }
  }

  /// Whether a document is the response of a relay proxy: its `flags` are an object of flags.
  static func isResponse(_ document: Node) -> Bool {
    guard let flags = document["flags"]?.members else { return false }
    return document["flags"]?["variations"] == nil
      && flags.allSatisfy { $0.node.members != nil || $0.node.isNull }
  }
}

extension DocumentGrammar {
  /// The grammar of documents of GO Feature Flag.
  package static let goFeatureFlag = DocumentGrammar(
    readers: "GO Feature Flag",
    yaml: .go,
    root: MemberTable("evaluationContextEnrichment", ["flags": .flags(.goFlag)]),
    bare: .flags(.goFlag)
  )
}

extension MemberTable {
  private static let progress = MemberTable("variation percentage date")
  private static let rule = MemberTable(
    "name query variation percentage disable",
    [
      "progressiveRollout": .objects(
        MemberTable("", ["initial": .objects(progress), "end": .objects(progress)])
      )
    ]
  )
  private static let window = MemberTable("start end")
  private static let step = MemberTable(
    "date variations disable trackEvents version metadata bucketingKey converter scheduledRollout",
    [
      "targeting": .objects(rule), "defaultRule": .objects(rule),
      "experimentation": .objects(window),
    ]
  )
  fileprivate static let goFlag = MemberTable(
    "variations disable trackEvents version metadata bucketingKey converter",
    [
      "targeting": .objects(rule), "defaultRule": .objects(rule),
      "experimentation": .objects(window), "scheduledRollout": .objects(step),
    ]
  )
}
