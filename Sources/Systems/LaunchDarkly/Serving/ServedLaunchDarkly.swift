import Documents
import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the documents with which SDKs of LaunchDarkly obey the overrides of a tester.
///
/// The overrides apply to every context, or to one user by an individual target.
package struct ServedLaunchDarkly: Sendable {
  /// The document as received, as server SDKs get it.
  private let source: [UInt8]
  private let forced: [Feature.Name: ForcedResult]
  /// The version of the state, which rises with each change of a result, also over restarts.
  let version: Int
  /// The flags and segments with the forced results.
  package let document: [UInt8]
  /// The evaluator of the forced document, so that a forced flag has the same effect on other flags.
  let evaluator: LaunchDarklyEvaluator
  /// The events with all flags, which all streams share.
  private let events = SharedEvents()

  /// Generates the document of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document as received.
  ///   - user: The key of the only user to whom the overrides apply; `nil` for every context.
  ///   - version: The least version of all flags.
  /// - Throws: The reason why the source has no document of LaunchDarkly.
  package init(
    _ state: ServedState,
    user: String? = nil,
    version: Int64
  ) throws(ServedDocumentError) {
    let document = try state.json(of: .launchDarkly, yaml: .yaml11)
    guard let evaluator = state.evaluator(as: LaunchDarklyEvaluator.self),
      evaluator.document.isEvaluated
    else { throw .noDocument(expected: DocumentKind.launchDarkly.name) }
    source = LaunchDarklyEditor.payload(document, of: evaluator.document)
    forced = state.forcedResults
    self.version = Int(version)
    self.document = LaunchDarklyEditor.document(
      source,
      of: evaluator.document,
      forcing: forced,
      for: user,
      version: Int(version)
    )
    // Drops the error: an edited document is valid if the document of the source is.
    guard let parsed = try? LaunchDarklyDocument(bytes: self.document) else {
      throw .noDocument(expected: DocumentKind.launchDarkly.name)
    }
    self.evaluator = LaunchDarklyEvaluator(parsed)
  }
}

// MARK: Parts

extension ServedLaunchDarkly {
  /// All flags by key, as SDKs without a memory of their own request them for each evaluation of all flags.
  var flags: [UInt8] { JSONTree(document)["flags"]?.bytes ?? Array("{}".utf8) }

  /// Returns the flag with a key.
  ///
  /// - Throws: `noFlag` if the document does not have the flag.
  func flag(_ key: String) throws(ServedDocumentError) -> [UInt8] {
    guard let flag = JSONTree(document)[["flags", .key(key)]] else { throw .noFlag(key) }
    return flag.bytes
  }

  /// Returns the segment with a key.
  ///
  /// - Throws: `noSegment` if the document does not have the segment.
  func segment(_ key: String) throws(ServedDocumentError) -> [UInt8] {
    guard let segment = JSONTree(document)[["segments", .key(key)]] else { throw .noSegment(key) }
    return segment.bytes
  }
}

// MARK: Streams

extension ServedLaunchDarkly {
  /// The event with all flags and segments.
  var put: [UInt8] {
    events.put.value {
      ServerSentEvent.bytes("put", Array("{\"path\":\"/\",\"data\":".utf8) + document + [0x7D])
    }
  }

  /// Returns the events with which a client of a former state gets this one: its changed flags, or all flags
  /// if the source has another document.
  func events(after former: ServedLaunchDarkly) -> [UInt8] {
    guard source == former.source else { return put }
    let names = Set(forced.keys).union(former.forced.keys).sorted { $0.rawValue < $1.rawValue }
    let flags = JSONTree(document)["flags"]?.members ?? []
    var events: [UInt8] = []
    for name in names where forced[name] != former.forced[name] {
      guard let flag = flags.last(where: { $0.key.isSameText(as: name.rawValue) }) else { continue }
      let path = JSONValue.string("/flags/" + name.rawValue).text()
      let start = Array("{\"path\":\(path),\"data\":".utf8)
      events += ServerSentEvent.bytes("patch", start + flag.value.bytes + [0x7D])
    }
    return events
  }
}

// MARK: The second protocol

extension ServedLaunchDarkly {
  /// The events of a complete transfer in the second protocol of SDKs.
  private var transfer: [(name: String, data: [UInt8])] {
    let payload = "{\"id\":\"halyard\",\"target\":\(version),\"intentCode\":\"xfer-full\","
    let reason = "\"reason\":\"payload-missing\"}"
    var events = [("server-intent", Array("{\"payloads\":[\(payload)\(reason)]}".utf8))]
    for (list, kind) in [("flags", "flag"), ("segments", "segment")] {
      for (key, object) in JSONTree(document)[.key(list)]?.members ?? [] {
        let number = object["version"]?.text ?? "1"
        let key = JSONValue.string(key).text()
        let start = "{\"version\":\(number),\"kind\":\"\(kind)\",\"key\":\(key),\"object\":"
        events.append(("put-object", Array(start.utf8) + object.bytes + [0x7D]))
      }
    }
    let end = "{\"state\":\"halyard:\(version)\",\"version\":\(version)}"
    return events + [("payload-transferred", Array(end.utf8))]
  }

  /// The response to a poll in the second protocol.
  var poll: [UInt8] {
    let events = transfer.map { name, data in
      Array("{\"event\":\"\(name)\",\"data\":".utf8) + data + [0x7D]
    }
    return Array("{\"events\":[".utf8) + events.joined(separator: ",".utf8) + Array("]}".utf8)
  }

  /// The events of a stream in the second protocol.
  var transferEvents: [UInt8] {
    events.transfer.value { transfer.flatMap { ServerSentEvent.bytes($0.name, $0.data) } }
  }
}

/// The events of a document, which are created on first use.
private struct SharedEvents: Sendable {
  let put = OnceBytes()
  let transfer = OnceBytes()
}
