import Documents
import FeatureFlags
import Locking

/// The members of experiments in a document as JSON, for the exposures that SDKs report.
///
/// They are read from the document for the first request, because most servers get none.
final class ExperimentTexts: Sendable {
  private let bytes: [UInt8]
  private let isBare: Bool
  /// The members of the experiments by the name of the feature, in the order of its rules.
  private let members = Locked<[String: [[(key: String, json: String)]]]?>(nil)

  /// The members that SDKs report; the variations are those of the user, and conditions stay on the server.
  private static let reported: Set = [
    "coverage", "weights", "hashAttribute", "fallbackAttribute", "disableStickyBucketing",
    "bucketVersion", "minBucketVersion", "namespace", "meta", "ranges", "name", "phase", "seed",
    "hashVersion", "filters",
  ]

  init(_ document: GrowthBookDocument) {
    (bytes, isBare) = (document.payload.bytes, document.isBare)
  }

  /// Returns the members of a rule; empty for an unknown one.
  func members(of feature: FeatureName, rule index: Int) -> [(key: String, json: String)] {
    members.withLock { members in
      let known = members ?? read()
      members = known
      let rules = known[feature.rawValue] ?? []
      return rules.indices.contains(index) ? rules[index] : []
    }
  }

  /// Returns the experiment on pages at an index with one of its variations, and without its condition.
  func page(_ index: Int, in variation: Int) -> String {
    let text = JSONText(bytes)
    let pages = text.elements(of: text.value("experiments", of: text.root))
    guard pages.indices.contains(index) else { return "{}" }
    let members = text.members(of: pages[index]).filter { $0.key != "condition" }.map { member in
      let value =
        member.key == "variations"
        ? text.elements(of: member.value).enumerated()
          .map { $0 == variation ? text.text($1) : "{}" }.joined(separator: ",")
        : text.text(member.value)
      let json = member.key == "variations" ? "[\(value)]" : value
      return "\(JSONValue.string(member.key).text()):\(json)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func read() -> [String: [[(key: String, json: String)]]] {
    let text = JSONText(bytes)
    let map = isBare ? text.root : text.value("features", of: text.root) ?? text.root
    let features = text.members(of: map).map { feature in
      let rules = text.members(of: feature.value).last { $0.key == "rules" }?.value
      let members = text.elements(of: rules).map { rule in
        text.members(of: rule).filter { Self.reported.contains($0.key) }
          .map { (key: $0.key, json: text.text($0.value)) }
      }
      return (feature.key, members)
    }
    return Dictionary(features) { $1 }
  }
}
