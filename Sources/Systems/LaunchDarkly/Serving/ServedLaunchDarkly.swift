import Documents
import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the documents with which SDKs of LaunchDarkly apply the overrides of a tester.
///
/// The overrides for a key are individual targets, those for an attribute are rules.
package struct ServedLaunchDarkly: Sendable {
  /// The source's document in the form that server SDKs receive, without overrides.
  private let source: [UInt8]
  private let forced: [Feature.Name: [ScopedResult]]
  /// The version of the state, which increases with each change of a result, even after a restart.
  let version: Int
  /// The flags and segments with overrides applied, as JSON.
  package let document: [UInt8]
  /// The evaluator of the edited document, so that a forced flag affects other flags as it does in an
  /// SDK.
  let evaluator: LaunchDarklyEvaluator
  /// The encoded events with all flags, which all streams share.
  private let events = SharedEvents()

  /// Generates the documents for a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document that was received from the source.
  ///   - version: The minimum version of all flags.
  /// - Throws: An error if the source has no document of LaunchDarkly with targeting.
  package init(
    _ state: ServedState,
    version: Int64
  ) throws(ServedDocumentError) {
    let document = try state.json(of: .launchDarkly, yaml: .yaml11)
    guard let evaluator = state.evaluator(as: LaunchDarklyEvaluator.self),
      evaluator.document.isEvaluated
    else { throw .noDocument(expected: DocumentKind.launchDarkly.name) }
    source = LaunchDarklyEditor.completed(
      LaunchDarklyEditor.payload(document, of: evaluator.document)
    )
    forced = state.scopedResults
    self.version = Int(version)
    self.document = LaunchDarklyEditor.document(
      source,
      of: evaluator.document,
      forcing: forced,
      version: Int(version)
    )
    // Drops the error: editing keeps a valid document valid.
    guard let parsed = try? LaunchDarklyDocument(bytes: self.document) else {
      throw .noDocument(expected: DocumentKind.launchDarkly.name)
    }
    self.evaluator = LaunchDarklyEvaluator(parsed)
  }
}

// MARK: Parts

extension ServedLaunchDarkly {
  /// All flags by key, for SDKs that keep no flags in memory and request them for each evaluation of all
  /// flags.
  var flags: [UInt8] { JSONTree(document)["flags"]?.bytes ?? Array("{}".utf8) }

  /// Returns one flag as JSON.
  ///
  /// - Throws: `noFlag` if the document does not have the flag.
  func flag(_ key: String) throws(ServedDocumentError) -> [UInt8] {
    guard let flag = JSONTree(document)[["flags", .key(key)]] else { throw .noFlag(key) }
    return flag.bytes
  }

  /// Returns one segment as JSON.
  ///
  /// - Throws: `noSegment` if the document does not have the segment.
  func segment(_ key: String) throws(ServedDocumentError) -> [UInt8] {
    guard let segment = JSONTree(document)[["segments", .key(key)]] else { throw .noSegment(key) }
    return segment.bytes
  }
}

// MARK: Streams

extension ServedLaunchDarkly {
  /// The event `put`, which contains all flags and segments.
  var put: [UInt8] {
    events.put.value {
      ServerSentEvent.bytes("put", Array("{\"path\":\"/\",\"data\":".utf8) + document + [0x7D])
    }
  }

  /// Returns the events that update a client from a former state to this one.
  ///
  /// The events contain only the changed flags, or all flags if the source now has a different document.
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
  /// The events of a full transfer in the newer protocol of the SDKs, with the routes `/sdk/poll` and
  /// `/sdk/stream`.
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

  /// The response to a poll in the newer protocol.
  var poll: [UInt8] {
    let events = transfer.map { name, data in
      Array("{\"event\":\"\(name)\",\"data\":".utf8) + data + [0x7D]
    }
    return Array("{\"events\":[".utf8) + events.joined(separator: ",".utf8) + Array("]}".utf8)
  }

  /// The events of a stream in the newer protocol.
  var transferEvents: [UInt8] {
    events.transfer.value { transfer.flatMap { ServerSentEvent.bytes($0.name, $0.data) } }
  }
}

/// The encoded events of a document, each created on first use.
private struct SharedEvents: Sendable {
  let put = OnceBytes()
  let transfer = OnceBytes()
}
