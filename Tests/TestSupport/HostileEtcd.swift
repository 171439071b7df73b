import Foundation

/// A server on the loopback interface that responds like etcd, except for the calls of its mode.
package final class HostileEtcd: Sendable {
  /// The way in which a server is hostile or broken.
  package struct Mode: Sendable {
    package let name: String
    /// Whether commands succeed, because only the watch is hostile, or because the response is still valid.
    package let allowsCommands: Bool
    /// Returns the response to a call; `nil` for the response that a usual etcd would send.
    let respond: @Sendable (Call) -> LocalResponse?

    init(
      _ name: String,
      allowsCommands: Bool = false,
      _ respond: @escaping @Sendable (Call) -> LocalResponse?
    ) {
      self.name = name
      self.allowsCommands = allowsCommands
      self.respond = respond
    }
  }

  /// A request to the HTTP gateway of etcd, decoded.
  struct Call: Sendable {
    let path: String
    /// The first key of the requested range of keys.
    let key: String
    /// The largest number of keys; `nil` for a call without a limit.
    let limit: Int?
    /// The first and the last revision at which the keys of the requested page of the history were created;
    /// `nil` for no bound.
    let (oldest, newest): (Int?, Int?)
    /// Whether the call is a transaction whose condition is never true; a client sends it to learn whether it
    /// may write.
    let isImpossible: Bool

    init(_ request: LocalRequest) {
      path = request.target
      // A body that is not JSON has no fields: the client under test has sent it.
      let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      func number(_ name: String) -> Int? {
        body?[name].flatMap { $0 as? Int ?? ($0 as? String).flatMap { Int($0) } }
      }
      let bytes = (body?["key"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
      key = String(decoding: bytes, as: UTF8.self)
      limit = number("limit")
      (oldest, newest) = (number("min_create_revision"), number("max_create_revision"))
      let last = "9223372036854775807"
      isImpossible = String(decoding: request.body, as: UTF8.self).contains(last)
    }

    var isRange: Bool { path == "/v3/kv/range" }
    var isTransaction: Bool { path == "/v3/kv/txn" }
    var isWatch: Bool { path == "/v3/watch" }
    var isHistory: Bool { key.hasPrefix(HostileEtcd.prefix + "history/") }
  }

  private let server: LocalServer

  /// The beginning of every key of the namespace.
  static let prefix = "/halyard/v1/qa/"

  /// Starts a server; without a mode, it responds to all calls like a usual etcd.
  package init(_ mode: Mode? = nil) throws {
    server = try LocalServer { request in
      let call = Call(request)
      return mode?.respond(call) ?? Self.usual(call)
    }
  }

  /// Starts a server in the mode with the given name.
  package convenience init(mode name: String) throws {
    try self.init(Mode.all.first { $0.name == name } ?? Mode(name) { _ in .silent })
  }

  /// Stops responding: each later call gets no response.
  package func silence() { server.change { _ in .silent } }

  /// The address of the served namespace, as Halyard's options accept it.
  package var address: String { "etcd://\(host)/qa" }
  /// The host and the port, such as `127.0.0.1:2379`.
  package var host: String { "127.0.0.1:\(server.port)" }

  /// Does not store the requests, for tests that measure memory.
  package func forgetRequests() { server.forgetsRequests = true }

  /// The number of watches that were requested.
  package var watchCount: Int { server.requests.count { $0.target == "/v3/watch" } }

  /// The response of an empty etcd at revision 10.
  private static func usual(_ call: Call) -> LocalResponse {
    switch call.path {
    case "/v3/lease/grant": .text(#"{"header":{"revision":"10"},"ID":"77","TTL":"15"}"#)
    case "/v3/lease/keepalive":
      .text(#"{"result":{"header":{"revision":"10"},"ID":"77","TTL":"15"}}"#)
    case "/v3/kv/txn":
      .text(#"{"header":{"revision":"10"}\#(call.isImpossible ? "" : #","succeeded":true"#)}"#)
    case "/v3/watch": watch()
    default: .text(#"{"header":{"revision":"10"}}"#)
    }
  }

  /// The response to a watch request: the watch is created, then the given steps are performed.
  static func watch(_ steps: LocalResponse.Step...) -> LocalResponse {
    let created = #"{"result":{"header":{"revision":"10"},"created":true}}"# + "\n"
    let head = LocalResponse.head(200, [("Connection", "close")]) + Array(created.utf8)
    return LocalResponse([.send(head)] + steps + [.hold])
  }
}

// MARK: Keys

extension HostileEtcd {
  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// A key with its value, as an element of a response.
  static func item(_ name: String, _ value: String, at revision: Int = 5) -> String {
    #"{"key":"\#(base64(prefix + name))","create_revision":"\#(revision)","#
      + #""mod_revision":"\#(revision)","version":"1","value":"\#(base64(value))"}"#
  }

  /// The response to a range request, with the given keys and values as JSON.
  static func range(_ items: [String], at revision: Int = 10, more: String = "") -> LocalResponse {
    let list = items.joined(separator: ",")
    return .text(#"{"header":{"revision":"\#(revision)"},"kvs":[\#(list)]\#(more)}"#)
  }

  /// A full page of keys that follow the keys of the previous page, with values of 10 kB.
  static func endlessPage(_ call: Call) -> LocalResponse {
    guard let limit = call.limit else { return announcedBody }
    if call.isHistory {
      let step = call.oldest == nil ? -1 : 1
      let start = call.oldest ?? call.newest ?? 1_000_000
      let items = (0..<limit).map { number in
        item("history/\(number)", "{}", at: start + number * step)
      }
      return range(items, at: 2_000_000)
    }
    let name = call.key.dropFirst((prefix + "override/k").count).prefix(9)
    let start = (Int(name) ?? 100_000_000) + 1
    let value = #"{"enabled":true,"by":"\#(String(repeating: "x", count: 10_000))"}"#
    return range((start..<(start + limit)).map { item("override/k\($0)", value) })
  }

  /// A body that is larger than any limit, of which only the size is sent.
  static var announcedBody: LocalResponse {
    LocalResponse([.send(LocalResponse.head(200, [("Content-Length", "99000000000")])), .hold])
  }

  /// A watch that sends changes of keys that did not exist before as fast as the client receives them.
  static func flood(of folder: String, _ value: String) -> LocalResponse {
    // Parts whose lengths are multiples of three bytes can be encoded in base64 separately and joined.
    let padding = String(repeating: "f", count: 2 - ((prefix + folder).utf8.count + 2) % 3)
    let start = base64(prefix + folder + padding)
    let digits = (0..<1_000).map { base64(String(String($0 + 1_000).suffix(3))) }
    let value = base64(value)
    return watch(
      .generate { number in
        let revision = 11 + number
        let events = (0..<100).map { index in
          let name = start + digits[number / 1_000 % 1_000] + digits[number % 1_000] + digits[index]
          return #"{"kv":{"key":"\#(name)","mod_revision":"\#(revision)","value":"\#(value)"}}"#
        }
        let list = events.joined(separator: ",")
        let line = #"{"result":{"header":{"revision":"\#(revision)"},"events":[\#(list)]}}"# + "\n"
        return Array(line.utf8)
      }
    )
  }
}
