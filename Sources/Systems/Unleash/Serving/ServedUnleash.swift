import Documents
import FeatureFlags
package import FlagSystem

/// Generates the documents with which SDKs of Unleash obey the overrides of a tester.
///
/// Server SDKs evaluate the document themselves. For front-end SDKs, the server evaluates the same document,
/// so that a forced flag has the same effect on the flags that depend on it.
package struct ServedUnleash: Sendable {
  /// The client features.
  package let document: [UInt8]
  /// The number of the state in events, which rises with each change of a result, also over restarts.
  let version: Int64
  /// The evaluator of the client features; its results are drawn at each call.
  let evaluator: UnleashEvaluator
  /// The event with all flags, which is created on first use.
  private let connectedEvent = OnceBytes()

  /// Applies the overrides of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document as received.
  ///   - user: The id of the only user to whom the overrides apply; `nil` for every user.
  ///   - version: The number of the state in events.
  /// - Throws: The reason why the source has no document of Unleash.
  package init(
    _ state: ServedState,
    user: String? = nil,
    version: Int64 = 0
  ) throws(ServedDocumentError) {
    let source = UnleashDelta.features(try state.json(of: .unleash))
    guard let evaluator = state.evaluator(as: UnleashEvaluator.self) else {
      throw .noDocument(expected: DocumentKind.unleash.name)
    }
    document = UnleashEditor.edited(
      source,
      for: state.features(for: user).filter { !$0.isRemoved },
      evaluator: evaluator,
      user: user
    )
    // Drops the error: an edited document is valid if the document of the source is.
    guard let parsed = try? UnleashDocument(bytes: document) else {
      throw .noDocument(expected: DocumentKind.unleash.name)
    }
    self.evaluator = evaluator.evaluating(parsed)
    self.version = version
  }

  /// Returns the flag with a name, as the list of client features has it.
  ///
  /// - Throws: `noFlag` if the document does not have the flag.
  package func flag(_ name: String) throws(ServedDocumentError) -> [UInt8] {
    guard let flag = ServedFlags(document).byName[name] else { throw .noFlag(name) }
    return flag
  }
}

// MARK: Events

extension ServedUnleash {
  /// The event that replaces all flags and segments of an SDK, as the response of `/api/client/delta`.
  var hydration: [UInt8] {
    let flags = ServedFlags(document)
    return delta([
      "\"type\":\"hydration\",\"features\":\(flags.features),\"segments\":\(flags.segments)"
    ])
  }

  /// The first event of a stream, whose bytes all streams share.
  var connected: [UInt8] {
    connectedEvent.value { ServerSentEvent.bytes("unleash-connected", hydration) }
  }

  /// Returns the events with which an SDK with a former state gets this one: the changed flags, or all
  /// flags if other flags or segments are listed; `nil` if nothing has changed.
  func changes(since former: ServedUnleash) -> [UInt8]? {
    guard document != former.document else { return nil }
    let (old, new) = (ServedFlags(former.document), ServedFlags(document))
    guard old.segments == new.segments, old.names == new.names else { return hydration }
    let changed = new.names.filter { old.byName[$0] != new.byName[$0] }
    let events = changed.compactMap { name in
      new.byName[name].map { flag in
        "\"type\":\"feature-updated\",\"feature\":\(String(decoding: flag, as: UTF8.self))"
      }
    }
    return events.isEmpty ? nil : delta(events)
  }

  /// Returns events with the given members; each has the number of the state.
  private func delta(_ events: [String]) -> [UInt8] {
    let list = events.map { "{\"eventId\":\(version),\($0)}" }
    return Array("{\"events\":[\(list.joined(separator: ","))]}".utf8)
  }
}

/// The parts of client features, as they are in the document.
private struct ServedFlags {
  /// The names of the flags, in the order of the document.
  let names: [String]
  /// The flags; of flags with the same name the last one counts.
  let byName: [String: [UInt8]]
  /// The list of flags, and that of segments.
  let features: String, segments: String

  init(_ document: [UInt8]) {
    var tree = JSONTree(document)
    tree.parse()
    let flags = tree.elements(of: "features").map { ($0["name"]?.string ?? "", $0.bytes) }
    names = flags.map(\.0)
    byName = Dictionary(flags) { $1 }
    features = tree["features"]?.text ?? "[]"
    segments = tree.elements(of: "segments").isEmpty ? "[]" : tree["segments"]?.text ?? "[]"
  }
}

/// The events of `/api/client/delta`, which are applied to form the client features.
private enum UnleashDelta {
  /// Returns the client features of a document, whose other forms are returned as they are.
  static func features(_ document: [UInt8]) -> [UInt8] {
    let tree = JSONTree(document)
    guard tree["events"] != nil, tree["features"] == nil else { return document }
    var (flags, segments) = (Parts(key: "name"), Parts(key: "id"))
    for event in tree.elements(of: "events") {
      switch event["type"]?.string {
      case "hydration":
        flags.replace(with: event.elements(of: "features"))
        segments.replace(with: event.elements(of: "segments"))
      case "feature-updated": event["feature"].map { flags.update($0) }
      case "feature-removed": event["featureName"].map { flags.remove($0) }
      case "segment-updated": event["segment"].map { segments.update($0) }
      case "segment-removed": event["segmentId"].map { segments.remove($0) }
      // Skips unknown events, like the parser.
      default: break
      }
    }
    let features: JSONTree = ["version": 2, "features": flags.list, "segments": segments.list]
    return features.bytes
  }

  /// Flags or segments by their names or ids, in the order of their first events.
  private struct Parts {
    /// The member with the name or the id.
    let key: JSONTree.Step
    private var parts: [JSONTree?] = []
    private var positions: [String: Int] = [:]

    init(key: JSONTree.Step) { self.key = key }

    var list: JSONTree { JSONTree(elements: parts.compactMap(\.self)) }

    mutating func replace(with parts: [JSONTree]) {
      (self.parts, positions) = ([], [:])
      for part in parts { update(part) }
    }

    mutating func update(_ part: JSONTree) {
      guard let name = part[key].map(name) else { return }
      if let position = positions[name] {
        parts[position] = part
      } else {
        positions[name] = parts.count
        parts.append(part)
      }
    }

    mutating func remove(_ value: JSONTree) {
      guard let position = positions.removeValue(forKey: name(value)) else { return }
      parts[position] = nil
    }

    private func name(_ value: JSONTree) -> String { value.string ?? value.text }
  }
}
