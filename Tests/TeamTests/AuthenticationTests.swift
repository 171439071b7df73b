import Documents
import Networking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// Tests users and roles of a real etcd.
@Suite(.timeLimit(.minutes(1)))
struct AuthenticationTests {
  /// A cluster with a user that may use the namespace `qa`, and one that may only read it.
  private struct Protected {
    let etcd: LocalEtcd

    init() async throws {
      etcd = try LocalEtcd()
      try await etcd.waitUntilReady()
      try await addUser("root", role: "root")
      try await addRole("qa", permission: "READWRITE")
      try await addRole("guest", permission: "READ")
      try await addUser("ana", role: "qa")
      try await addUser("eve", role: "guest")
      try await call("enable", [])
    }

    func addUser(_ name: String, role: String, token: String? = nil) async throws {
      let password = ("password", JSONValue.string(name + "-secret"))
      try await call("user/add", [("name", .string(name)), password], token)
      try await call("user/grant", [("user", .string(name)), ("role", .string(role))], token)
    }

    private func addRole(_ name: String, permission: String) async throws {
      try await call("role/add", [("name", .string(name))])
      let range = NamespaceLayout(namespace: "qa")
      let all = EtcdRange(prefix: range.prefix)
      let permission = JSONValue.object([("permType", .string(permission))] + all.members)
      try await call("role/grant", [("name", .string(name)), ("perm", permission)])
    }

    @discardableResult
    func call(
      _ name: String,
      _ members: [(key: String, value: JSONValue)],
      _ token: String? = nil
    ) async throws -> [UInt8] {
      let call = EtcdCall("/v3/auth/" + name, members)
      var request = HTTPRequest(url: "http://127.0.0.1:\(etcd.members[0].port)" + call.path)
      request.method = "POST"
      request.body = call.body
      if let token { request.headers["Authorization"] = token }
      let response = try await HTTPClient().send(request)
      #expect(response.status == 200 || name == "role/add", "\(name)")
      return response.body
    }

    func client(_ user: String?, password: String? = nil, namespace: String = "qa") throws
      -> EtcdClient
    {
      let credentials = user.map {
        TeamCredentials(user: $0, password: password ?? $0 + "-secret")
      }
      return EtcdClient(
        try TeamAddress(etcd.address(namespace: namespace)),
        credentials: credentials
      )
    }
  }

  /// Tries to set an override, and returns the error; `nil` if the override was set.
  private static func error(_ client: EtcdClient, enabled: Bool = true) async -> TeamError? {
    let signature = OverrideOperation.Signature(date: Date())
    let operation = OverrideOperation(["A": Override(enabled: enabled)], signature)
    do throws(WorkspaceError) {
      _ = try await EtcdOverrideStorage(client).commit([operation], at: Date())
      return nil
    } catch {
      return error.teamError
    }
  }

  @Test func `a wrong password, or a user without a role for the namespace, is rejected`()
    async throws
  {
    let server = try await Protected()
    #expect(await Self.error(try server.client("ana")) == nil)
    let missing = TeamError.unauthenticated(hasCredentials: false)
    #expect(await Self.error(try server.client(nil)) == missing)
    let wrong = TeamError.unauthenticated(hasCredentials: true)
    #expect(await Self.error(try server.client("ana", password: "wrong")) == wrong)
    #expect(await Self.error(try server.client("eve"), enabled: false) == .forbidden)
    #expect(await Self.error(try server.client("ana", namespace: "other")) == .forbidden)
    let reader = EtcdOverrideStorage(try server.client("eve"))
    #expect(try await reader.read().overrides["A"]?.enabled == true)
  }

  @Test func `a user whose role only allows reading follows the overrides, but changes nothing`()
    async throws
  {
    let server = try await Protected()
    let writer = EtcdOverrideStorage(try server.client("ana"), author: "ana")
    let reader = EtcdOverrideStorage(try server.client("eve"), author: "eve")
    let followers = [writer, reader].map { $0.follow { _ in } }
    #expect(try await reader.check().activity.isReadOnly)
    #expect(try await !writer.check().activity.isReadOnly)
    #expect(await Self.error(try server.client("ana")) == nil)
    for await case .success(let stored) in reader.revisions where stored.overrides.count == 1 {
      break
    }
    #expect(try await reader.check().activity.members.map(\.author) == ["ana"])
    #expect(reader.activity.isOnline)
    withExtendedLifetime(followers) {}
  }

  @Test func `a new token is requested after the roles have changed`() async throws {
    let server = try await Protected()
    let client = try server.client("ana")
    #expect(await Self.error(client) == nil)
    let body = try await server.call(
      "authenticate",
      [("name", .string("root")), ("password", .string("root-secret"))]
    )
    let token = try FieldReader(JSONReader.read(body)).text("token")
    try await server.addUser("zoe", role: "qa", token: token)
    let storage = EtcdOverrideStorage(client)
    #expect(try await storage.read().overrides["A"]?.enabled == true)
  }

  @Test func `credentials are ignored by a cluster without authentication`() async throws {
    let etcd = try LocalEtcd.shared.get()
    try await etcd.waitUntilReady()
    let credentials = TeamCredentials(user: "ana", password: "secret")
    let client = EtcdClient(try TeamAddress(etcd.newAddress()), credentials: credentials)
    #expect(await Self.error(client) == nil)
    #expect(!"\(credentials)".contains("secret"))
  }
}
