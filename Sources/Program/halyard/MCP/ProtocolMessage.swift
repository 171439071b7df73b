import Documents
import FlagSystem
import Text

/// An error of the protocol, by which a request is answered instead of by a result.
struct ProtocolError: Error {
  let code: Int
  let message: String
  var data: JSONValue?

  static func malformed(_ reason: String) -> ProtocolError { .init(code: -32700, message: reason) }
  static func invalid(_ reason: String) -> ProtocolError { .init(code: -32600, message: reason) }
  static func parameters(_ reason: String) -> ProtocolError { .init(code: -32602, message: reason) }
  static func busy(_ reason: String) -> ProtocolError { .init(code: -32000, message: reason) }

  static func noMethod(_ method: String) -> ProtocolError {
    .init(
      code: -32601,
      message: "found the method \"\(method.shortened(to: 80))\", which is unknown"
    )
  }

  static func noResource(_ uri: String, _ reason: String) -> ProtocolError {
    .init(code: -32002, message: "\(uri.shortened(to: 200)): \(reason)")
  }

  static func version(_ found: String) -> ProtocolError {
    let data: JSONValue = ["supported": ProtocolVersion.all, "requested": .string(found)]
    let shown = found.shortened(to: 40)
    return .init(
      code: -32022,
      message: "found the version \"\(shown)\", which is unknown",
      data: data
    )
  }
}

/// The versions of the protocol that the server speaks.
enum ProtocolVersion: String, CaseIterable {
  case first = "2024-11-05"
  /// The version with batches of messages.
  case batches = "2025-03-26"
  case structured = "2025-06-18"
  case latestWithHandshake = "2025-11-25"
  /// The version without a handshake, in which each request names its version and its client.
  case stateless = "2026-07-28"

  static var all: JSONValue { .list(allCases.map { .string($0.rawValue) }) }
}

/// A request of a client, which gets one response.
struct ProtocolRequest: Sendable {
  let id: JSONValue
  /// Whether the request is of the version without a handshake.
  let isStateless: Bool
  /// The token of progress notifications; `nil` if the client wants none.
  let progressToken: JSONValue?
  /// The number of the batch with the request; `nil` for a single request.
  let batch: Int?

  func response(_ result: Result<JSONValue, ProtocolError>) -> JSONValue {
    switch result {
    case .success(let result):
      let facts: JSONValue = ["resultType": "complete", "ttlMs": 0, "cacheScope": "private"]
      return ["jsonrpc": "2.0", "id": id, "result": isStateless ? result.adding(facts) : result]
    case .failure(let error): return Self.failure(error, id: id)
    }
  }

  static func failure(_ error: ProtocolError, id: JSONValue = .null) -> JSONValue {
    let facts: JSONValue = ["code": .integer(error.code), "message": .string(error.message)]
    let all = error.data.map { facts.adding(["data": $0]) } ?? facts
    return ["jsonrpc": "2.0", "id": id, "error": all]
  }

  /// A progress notification; `nil` if the client wants none.
  func progress(after seconds: Int) -> JSONValue? {
    progressToken.map { token in
      let text = "running for \(Duration.seconds(seconds).text)"
      let facts: JSONValue = ["progress": .integer(seconds), "message": .string(text)]
      let parameters = facts.adding(["progressToken": token])
      return ["jsonrpc": "2.0", "method": "notifications/progress", "params": parameters]
    }
  }
}
