import Documents
import FeatureFlags
import FlagSystem

/// A document of features as received from a source, divided into its entries and its other
/// members.
struct FeaturesDocument {
  /// The entries of the list of features, in the order of the document.
  let entries: [Node]
  /// The members of the document; `nil` if the document is a bare list.
  private let members: [Node.Member]?

  /// Parses JSON, JSON5 or a property list; returns `nil` for any other document, such as a
  /// datafile.
  init?(_ bytes: [UInt8]) {
    // Drop the parse error: a document that cannot be parsed is replaced by projected features.
    guard let root = try? DocumentEncoding(of: bytes).read(bytes) else { return nil }
    if let list = root.list {
      entries = list
      members = nil
    } else if let list = root["features"]?.list {
      entries = list
      members = root.members
    } else {
      return nil
    }
  }

  /// Returns the document with the given entries instead of its own, in the layout of the received
  /// document: a list, or an object with the member `features`.
  func json(with entries: [JSONValue]) -> JSONValue {
    guard let members else { return .list(entries) }
    let last = members.lastIndex { $0.key == "features" }
    // If the document has several members `features`, keeps only the last one, which the reader uses:
    // another reader could use an earlier one.
    return .object(
      members.enumerated().compactMap { index, member in
        guard member.key == "features" else {
          return (member.key, JSONValue(expressible: member.node))
        }
        return index == last ? (member.key, .list(entries)) : nil
      }
    )
  }
}

extension Node {
  /// The name of the feature that an entry of a list of features defines; `nil` for an entry that
  /// `Configuration` rejects as malformed.
  var definedFeature: Feature.Name? {
    guard let name = self["name"], let text = name.string, !name.isTruncated else { return nil }
    for member in members ?? [] where !member.node.isNull {
      let node = member.node
      switch FeatureEntry.Key(rawValue: member.key) {
      case .name where node.isTruncated: return nil
      case .enabled, .development, .unlocked:
        if node.bool == nil { return nil }
      case .variations:
        guard let list = node.list else { return nil }
        if !list.allSatisfy({ $0.string != nil && !$0.isTruncated }) { return nil }
      case .name, .description, .section, .type, .labels, .biases, .assignment, nil: break
      }
    }
    return Feature.Name(rawValue: text)
  }

  private var isTruncated: Bool {
    if case .string(_, .longCluster) = value { true } else { false }
  }
}
