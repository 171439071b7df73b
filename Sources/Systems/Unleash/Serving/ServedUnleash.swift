import Documents
import FeatureFlags
package import FlagSystem

/// Generates the documents with which SDKs of Unleash apply the overrides of a tester.
///
/// Server SDKs evaluate the document themselves. For front-end SDKs, Halyard evaluates the same
/// document, so that a forced flag also affects the flags that depend on it.
package struct ServedUnleash: Sendable {
  /// The client features with overrides applied, as JSON.
  package let document: [UInt8]
  /// The version of the state, which events contain as their id; it increases with each change of a
  /// result, even after a restart.
  let version: Int64
  /// The evaluator of the edited document, which chooses random results for each call.
  let evaluator: UnleashEvaluator
  /// The encoded event with all flags, created on first use.
  private let connectedEvent = OnceBytes()

  /// Generates the documents for a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document that was received from the source.
  ///   - version: The version of the state, for the ids of events.
  /// - Throws: An error if the source has no document of Unleash.
  package init(
    _ state: ServedState,
    version: Int64 = 0
  ) throws(ServedDocumentError) {
    let source = ClientFeatures.formed(from: try state.json(of: .unleash))
    guard let evaluator = state.evaluator(as: UnleashEvaluator.self) else {
      throw .noDocument(expected: DocumentKind.unleash.name)
    }
    document = UnleashEditor.edited(
      source,
      for: state.scopedFeatures,
      evaluator: evaluator
    )
    // Drops the error: editing keeps a valid document valid.
    guard let parsed = try? UnleashDocument(bytes: document) else {
      throw .noDocument(expected: DocumentKind.unleash.name)
    }
    self.evaluator = evaluator.evaluating(parsed)
    self.version = version
  }

  /// Returns one flag as JSON, as in the list of client features.
  ///
  /// - Throws: `noFlag` if the document does not have the flag.
  package func flag(_ name: String) throws(ServedDocumentError) -> [UInt8] {
    guard let flag = ServedFlags(document).byName[name] else { throw .noFlag(name) }
    return flag
  }
}

// MARK: Events

extension ServedUnleash {
  /// The event that replaces all flags and segments of an SDK, in the format of `/api/client/delta`.
  var hydration: [UInt8] {
    let flags = ServedFlags(document)
    return delta([
      "\"type\":\"hydration\",\"features\":\(flags.features),\"segments\":\(flags.segments)"
    ])
  }

  /// The first event of a stream, encoded once for all streams.
  var connected: [UInt8] {
    connectedEvent.value { ServerSentEvent.bytes("unleash-connected", hydration) }
  }

  /// Returns the events that update an SDK from a former state to this one; `nil` if nothing has
  /// changed.
  ///
  /// The events contain only the changed flags, or all flags if the segments or the names of the flags
  /// have changed.
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

  /// Returns a list of events with the given members; each event has the version of the state as its id.
  private func delta(_ events: [String]) -> [UInt8] {
    let list = events.map { "{\"eventId\":\(version),\($0)}" }
    return Array("{\"events\":[\(list.joined(separator: ","))]}".utf8)
  }
}

/// The flags and segments of a document, as their unchanged JSON.
private struct ServedFlags {
  /// The names of the flags, in the order of the document.
  let names: [String]
  /// The JSON of each flag by name; the last of several flags with the same name wins.
  let byName: [String: [UInt8]]
  /// The JSON of the list of flags and of the list of segments.
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

/// Forms client features from the other forms of a document.
private enum ClientFeatures {
  /// Returns the client features of an export, or those that result from the events of `/api/client/delta`;
  /// a document in another form is returned unchanged.
  static func formed(from document: [UInt8]) -> [UInt8] {
    let tree = JSONTree(document)
    if tree.isList || tree["featureStrategies"] != nil {
      // Drops the error: the source has read the document before.
      let features = try? UnleashExport(JSONReader.read(document))?.clientFeatures
      return features.flatMap { JSONValue($0) }.map { Array($0.text().utf8) } ?? document
    }
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
      // Skips unknown events, as the parser does.
      default: break
      }
    }
    let features: JSONTree = ["version": 2, "features": flags.list, "segments": segments.list]
    return features.bytes
  }

  /// Flags or segments by name or id, in the order in which they first occur.
  private struct Parts {
    /// The member that contains the name or the id.
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
