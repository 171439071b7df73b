import Documents
import FeatureFlags
import Unleash

/// Generates the documents with which SDKs of Unleash obey the overrides of a tester.
///
/// Server SDKs evaluate the document themselves. For front-end SDKs, the server evaluates the same document,
/// so that a forced flag has the same effect on the flags that depend on it.
package struct ServedUnleash {
  /// The client features.
  package let document: [UInt8]

  /// Applies the overrides of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document as received.
  ///   - user: The id of the only user to whom the overrides apply; `nil` for every user.
  /// - Throws: The reason why the source has no document of Unleash.
  package init(_ state: ServedState, user: String? = nil) throws(ServedDocumentError) {
    document = UnleashEditor.edited(
      UnleashDelta.features(try state.json(of: .unleash)),
      for: state.features(for: user).filter { !$0.isRemoved },
      evaluator: state.evaluator,
      user: user
    )
  }

  /// Returns the evaluator of the client features; its results are drawn at each call.
  ///
  /// - Throws: `noDocument` if the source has no document of Unleash.
  func evaluator(of state: ServedState) throws(ServedDocumentError) -> UnleashEvaluator {
    // Drops the error: an edited document is valid if the document of the source is.
    guard let evaluator = state.evaluator(as: UnleashEvaluator.self),
      let parsed = try? UnleashDocument(bytes: document)
    else { throw .noDocument(.unleash) }
    return evaluator.evaluating(parsed)
  }

  /// Returns the flag with a name, as the list of client features has it.
  ///
  /// - Throws: `noFlag` if the document does not have the flag.
  package func flag(_ name: String) throws(ServedDocumentError) -> [UInt8] {
    let text = JSONText(document)
    let flags = text.elements(of: text.value("features", of: text.root))
    // Of flags with the same name the last one counts.
    let flag = flags.last { text.value("name", of: $0).flatMap(text.string) == name }
    guard let flag else { throw .noFlag(name) }
    return Array(document[flag])
  }
}

/// The events of `/api/client/delta`, which are applied to form the client features.
private enum UnleashDelta {
  /// Returns the client features of a document, whose other forms are returned as they are.
  static func features(_ document: [UInt8]) -> [UInt8] {
    let text = JSONText(document)
    guard let events = text.value("events", of: text.root),
      text.value("features", of: text.root) == nil
    else { return document }
    var flags = Parts(text: text, key: "name")
    var segments = Parts(text: text, key: "id")
    for event in text.elements(of: events) {
      func value(_ key: String) -> Range<Int>? { text.value(key, of: event) }
      switch value("type").flatMap(text.string) {
      case "hydration":
        flags.replace(with: text.elements(of: value("features")))
        segments.replace(with: text.elements(of: value("segments")))
      case "feature-updated": value("feature").map { flags.update($0) }
      case "feature-removed": value("featureName").map { flags.remove($0) }
      case "segment-updated": value("segment").map { segments.update($0) }
      case "segment-removed": value("segmentId").map { segments.remove($0) }
      // Skips unknown events, like the parser.
      default: break
      }
    }
    return Array(
      "{\"version\":2,\"features\":[\(flags.joined)],\"segments\":[\(segments.joined)]}".utf8
    )
  }

  /// Flags or segments by their names or ids, in the order of their first events.
  private struct Parts {
    let text: JSONText
    /// The member with the name or the id.
    let key: String
    private var parts: [Range<Int>?] = []
    private var positions: [String: Int] = [:]

    init(text: JSONText, key: String) { (self.text, self.key) = (text, key) }

    mutating func replace(with parts: [Range<Int>]) {
      (self.parts, positions) = ([], [:])
      for part in parts { update(part) }
    }

    mutating func update(_ part: Range<Int>) {
      guard let name = text.value(key, of: part).map(name) else { return }
      if let position = positions[name] {
        parts[position] = part
      } else {
        positions[name] = parts.count
        parts.append(part)
      }
    }

    mutating func remove(_ range: Range<Int>) {
      guard let position = positions.removeValue(forKey: name(range)) else { return }
      parts[position] = nil
    }

    private func name(_ range: Range<Int>) -> String { text.string(range) ?? text.text(range) }

    var joined: String { parts.compactMap { $0.map(text.text) }.joined(separator: ",") }
  }
}
