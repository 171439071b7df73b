import Documents
import Text

/// An error of the protocol, by which a request is answered instead of by a result.
struct ProtocolError: Error {
  let code: Code
  let message: String
  var data: JSONValue = [:]

  /// The error codes of JSON-RPC 2.0, and those that the Model Context Protocol adds.
  enum Code: Int {
    case malformed = -32700
    case invalid = -32600
    case unknownMethod = -32601
    case parameters = -32602
    case busy = -32000
    case unreadableResource = -32002
    case unknownVersion = -32022
  }

  init(_ code: Code, _ message: String, data: JSONValue = [:]) {
    (self.code, self.message, self.data) = (code, message, data)
  }
}

/// The versions of the protocol that the server speaks.
enum ProtocolVersion: String, CaseIterable {
  case structured = "2025-06-18"
  case latestWithHandshake = "2025-11-25"
  /// The version without a handshake, in which each request names its version and its client.
  case stateless = "2026-07-28"

  static var all: JSONValue { .list(allCases.map { .string($0.rawValue) }) }
}

/// A request of a client, which gets one response.
struct ProtocolRequest: Sendable {
  /// The identifier, which the response repeats; null for a message that cannot be read.
  var id: JSONValue = .null
  /// Whether the request is of the version without a handshake.
  var isStateless = false
  /// The token of progress notifications; `nil` if the client wants none.
  var progressToken: JSONValue?

  func response(_ result: Result<JSONValue, ProtocolError>) -> JSONValue {
    let response: JSONValue = ["jsonrpc": "2.0", "id": id]
    switch result {
    case .success(let result):
      let facts: JSONValue = ["resultType": "complete", "ttlMs": 0, "cacheScope": "private"]
      return response.adding(["result": isStateless ? result.adding(facts) : result])
    case .failure(let error):
      let facts: JSONValue = [
        "code": .integer(error.code.rawValue), "message": .string(error.message),
      ]
      let data: JSONValue = error.data == [:] ? [:] : ["data": error.data]
      return response.adding(["error": facts.adding(data)])
    }
  }

  /// A progress notification; `nil` if the client wants none.
  func progress(after seconds: Int) -> JSONValue? {
    progressToken.map { token in
      let text = "running for \(Duration.seconds(seconds).text)"
      let parameters: JSONValue = [
        "progressToken": token, "progress": .integer(seconds), "message": .string(text),
      ]
      return ["jsonrpc": "2.0", "method": "notifications/progress", "params": parameters]
    }
  }
}
