import Documents

/// One call of etcd's HTTP/JSON gateway: a path with a JSON body.
struct EtcdCall: Sendable {
  /// The path of the call, such as `/v3/kv/range`.
  let path: String
  let body: [UInt8]

  init(_ path: String, _ members: [(key: String, value: JSONValue)]) {
    self.path = path
    body = Array(JSONValue.object(members).text().utf8)
  }
}

extension EtcdCall {
  /// Reads all keys of a range.
  static func read(_ range: EtcdRange) -> EtcdCall { EtcdCall("/v3/kv/range", range.members) }

  /// Reads the first keys of a range, as they were at the given revision; `nil` for the current
  /// revision.
  static func read(_ range: EtcdRange, limit: Int, revision: Int64?) -> EtcdCall {
    let revision = revision.map { [(key: "revision", value: JSONValue.revision($0))] } ?? []
    return EtcdCall("/v3/kv/range", range.members + [("limit", .integer(limit))] + revision)
  }

  /// Reads some keys of a range, in the order of their creation.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - order: The order of the keys.
  ///   - limit: The maximum number of keys.
  ///   - last: The revision at which the last key of the previous page was created; `nil` for the first
  ///     page.
  /// - Returns: The call.
  static func read(
    _ range: EtcdRange,
    _ order: EtcdOrder,
    limit: Int,
    beyond last: Int64? = nil
  ) -> EtcdCall {
    let page = last.map { last -> [(key: String, value: JSONValue)] in
      switch order {
      case .oldestFirst: [("min_create_revision", .revision(last + 1))]
      case .newestFirst: [("max_create_revision", .revision(last - 1))]
      }
    }
    return EtcdCall(
      "/v3/kv/range",
      range.members + [
        ("limit", .integer(limit)), ("sort_order", .string(order.rawValue)),
        ("sort_target", .string("CREATE")),
      ] + (page ?? [])
    )
  }

  /// Creates a lease with the given lifetime in seconds.
  static func grantLease(seconds: Int64) -> EtcdCall {
    EtcdCall("/v3/lease/grant", [("TTL", .revision(seconds))])
  }

  /// Renews a lease: its lifetime starts again.
  static func renewLease(_ id: Int64) -> EtcdCall {
    EtcdCall("/v3/lease/keepalive", [("ID", .revision(id))])
  }

  /// Ends a lease; etcd then deletes the keys that were written under it.
  static func revokeLease(_ id: Int64) -> EtcdCall {
    EtcdCall("/v3/lease/revoke", [("ID", .revision(id))])
  }

  /// Requests an authentication token for a user.
  static func authenticate(_ credentials: TeamCredentials) -> EtcdCall {
    EtcdCall(
      "/v3/auth/authenticate",
      [("name", .string(credentials.user)), ("password", .string(credentials.password))]
    )
  }

  /// Watches the changes of a range after the given revision.
  static func watch(_ range: EtcdRange, after revision: Int64) -> EtcdCall {
    EtcdCall(
      "/v3/watch",
      [("create_request", .object(range.members + [("start_revision", .revision(revision + 1))]))]
    )
  }
}

/// The order of keys by their creation.
enum EtcdOrder: String, Sendable {
  case oldestFirst = "ASCEND"
  case newestFirst = "DESCEND"
}

/// The user name and password with which a client authenticates to etcd.
package struct TeamCredentials: Hashable, Sendable {
  package let user: String
  /// The password, which is sent to etcd but never displayed.
  package let password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

extension TeamCredentials: CustomStringConvertible, CustomReflectable {
  /// The name of the user, without the password.
  package var description: String { user }

  /// A mirror without children, so that `dump` does not print the password.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
