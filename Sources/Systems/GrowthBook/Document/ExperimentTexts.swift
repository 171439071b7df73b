import Documents
import FeatureFlags
import Locking

/// The members of the experiments of a document as JSON, which SDKs include in the exposures that they
/// report.
///
/// The members are read from the document on first use, because most servers receive no request that
/// needs them.
final class ExperimentTexts: Sendable {
  typealias Member = (key: String, json: String)

  private struct Content {
    /// The members of the rules, by feature name and in the order of the rules.
    var rules: [String: [[Member]]] = [:]
    /// The members and the variations of the experiments on pages.
    var pages: [(members: [Member], variations: [String])] = []
  }

  private let bytes: [UInt8]
  private let isBare: Bool
  private let content = Locked<Content?>(nil)

  /// The members that a response includes; it has the variations only as selected for the user, and no
  /// conditions.
  private static let reported: Set = [
    "coverage", "weights", "hashAttribute", "fallbackAttribute", "disableStickyBucketing",
    "bucketVersion", "minBucketVersion", "namespace", "meta", "ranges", "name", "phase", "seed",
    "hashVersion", "filters",
  ]

  init(_ document: GrowthBookDocument) {
    (bytes, isBare) = (document.payload.bytes, document.isBare)
  }

  /// Returns the members of a rule; empty if there is no such rule.
  func members(of feature: Feature.Name, rule index: Int) -> [Member] {
    let rules = known.rules[feature.rawValue] ?? []
    return rules.indices.contains(index) ? rules[index] : []
  }

  /// Returns an experiment on pages as JSON, with only the given variation and without its condition.
  func page(_ index: Int, in variation: Int) -> String {
    let pages = known.pages
    guard pages.indices.contains(index) else { return "{}" }
    let variations = pages[index].variations.enumerated().map { $0 == variation ? $1 : "{}" }
    let own: Member = ("variations", "[\(variations.joined(separator: ","))]")
    return JSONValue.object(pages[index].members + [own])
  }

  private var known: Content {
    content.withLock { content in
      let known = content ?? read()
      content = known
      return known
    }
  }

  private func read() -> Content {
    let text = JSONText(bytes)
    func members(_ range: Range<Int>, where isListed: (String) -> Bool) -> [Member] {
      text.members(of: range).filter { isListed($0.key) }.map { ($0.key, text.text($0.value)) }
    }
    var content = Content()
    let map = isBare ? text.root : text.value("features", of: text.root) ?? text.root
    for feature in text.members(of: map) {
      let rules = text.members(of: feature.value).last { $0.key == "rules" }?.value
      content.rules[feature.key] = text.elements(of: rules).map { rule in
        members(rule, where: Self.reported.contains)
      }
    }
    guard !isBare else { return content }
    content.pages = text.elements(of: text.value("experiments", of: text.root)).map { page in
      let variations = text.elements(of: text.value("variations", of: page)).map(text.text)
      return (members(page) { $0 != "condition" && $0 != "variations" }, variations)
    }
    return content
  }
}

extension JSONValue {
  static func object(_ members: [(key: String, json: String)]) -> String {
    "{\(members.map { "\(JSONValue.string($0.key).text()):\($0.json)" }.joined(separator: ","))}"
  }
}
