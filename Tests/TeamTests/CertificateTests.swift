import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import Team

/// Tests TLS with certificates of clients against a real etcd.
@Suite(.timeLimit(.minutes(1)))
struct CertificateTests {
  /// A cluster with TLS that requires a certificate of each client.
  private struct Secured {
    let etcd: LocalEtcd
    let authority: LocalAuthority

    init(memberCount: Int = 1, isExpired: Bool = false) async throws {
      authority = try LocalAuthority()
      let server = try authority.issue("server", isExpired: isExpired)
      let certificates = LocalEtcd.Certificates(server: server, clients: authority)
      etcd = try LocalEtcd(memberCount: memberCount, certificates: certificates)
      try await etcd.waitUntilReady()
    }

    /// Returns a client that trusts an authority and has a certificate.
    func configuration(
      _ certificate: LocalAuthority.Certificate?,
      trusting other: LocalAuthority? = nil
    ) -> HTTPClient.Configuration {
      var configuration = HTTPClient.Configuration()
      configuration.certificateAuthorities = (other ?? authority).root.path
      configuration.clientCertificate = certificate?.path
      configuration.clientKey = certificate?.keyPath
      return configuration
    }

    /// Reads the overrides of a namespace; returns the error and its remedy, or empty texts.
    func failure(
      _ configuration: HTTPClient.Configuration,
      _ credentials: TeamCredentials? = nil,
      namespace: String = "qa"
    ) async throws -> (message: String, remedy: String) {
      try await Self.failure(etcd.address(namespace: namespace), configuration, credentials)
    }

    /// Reads the overrides at an address; returns the error and its remedy, or empty texts.
    static func failure(
      _ text: String,
      _ configuration: HTTPClient.Configuration,
      _ credentials: TeamCredentials? = nil
    ) async throws -> (message: String, remedy: String) {
      let address = try TeamAddress(text)
      let client = EtcdClient(address, credentials: credentials, configuration: configuration)
      do throws(WorkspaceError) {
        _ = try await EtcdOverrideStorage(client).read()
        return ("", "")
      } catch {
        #expect(error.description.hasPrefix("\(address): "))
        return (String(error.description.dropFirst("\(address): ".count)), error.remedy)
      }
    }

    /// Requires users from now on: `ana` may use the namespace `other` only.
    func enableUsers(_ configuration: HTTPClient.Configuration) async throws {
      let range = EtcdRange(prefix: NamespaceLayout(namespace: "other").prefix)
      let permission = JSONValue.object([("permType", .string("READWRITE"))] + range.members)
      for (user, role) in [("root", "root"), ("ana", "team")] {
        let (name, role) = (JSONValue.string(user), JSONValue.string(role))
        try await call("role/add", [("name", role)], configuration)
        try await call("role/grant", [("name", role), ("perm", permission)], configuration)
        let password = JSONValue.string(user + "-secret")
        try await call("user/add", [("name", name), ("password", password)], configuration)
        try await call("user/grant", [("user", name), ("role", role)], configuration)
      }
      try await call("enable", [], configuration)
    }

    private func call(
      _ name: String,
      _ members: [(key: String, value: JSONValue)],
      _ configuration: HTTPClient.Configuration
    ) async throws {
      let url = "https://127.0.0.1:\(etcd.members[0].port)/v3/auth/\(name)"
      var request = HTTPRequest(url: url, method: "POST")
      request.body = Array(JSONValue.object(members).text().utf8)
      var configuration = configuration
      configuration.proxy = .none
      let response = try await HTTPClient(configuration: configuration).send(request)
      #expect(response.status == 200 || name.hasPrefix("role/"), "\(name)")
    }
  }

  private static let refusal = (
    message: "no response: etcd closed the connection",
    remedy:
      "check that etcd runs, that it accepts the certificate in the setting \"team\", and that the "
      + "address begins with etcds:// if it uses TLS"
  )

  @Test func `a client with a certificate of the expected authority can use the namespace`()
    async throws
  {
    let server = try await Secured()
    let certificate = try server.authority.issue("client")
    let result = try await server.failure(server.configuration(certificate))
    #expect(result.message.isEmpty)
  }

  @Test func `a refused client certificate throws an error whose remedy names the certificate`()
    async throws
  {
    let server = try await Secured()
    let expired = try server.authority.issue("expired", isExpired: true)
    let foreign = try LocalAuthority().issue("foreign")
    // etcd closes the connection at varying moments, so that each certificate is tried several times.
    for certificate in Array(repeating: [nil, expired, foreign], count: 10).flatMap(\.self) {
      let failure = try await server.failure(server.configuration(certificate))
      #expect(failure.message == Self.refusal.message)
      #expect(failure.remedy == Self.refusal.remedy)
    }
  }

  @Test func `a certificate of etcd from another authority is reported as not trusted`()
    async throws
  {
    let server = try await Secured()
    let certificate = try server.authority.issue("client")
    let other = try LocalAuthority()
    let configuration = server.configuration(certificate, trusting: other)
    let failure = try await server.failure(configuration)
    #expect(
      failure.message == "no response: 127.0.0.1: the certificate is not from a trusted authority"
    )
    #expect(
      failure.remedy
        == "add the certificate authority of etcd as \"authorities\" to the setting \"team\""
    )
  }

  @Test func `an expired certificate of etcd is reported as expired`() async throws {
    let server = try await Secured(isExpired: true)
    let configuration = server.configuration(try server.authority.issue("client"))
    let failure = try await server.failure(configuration)
    #expect(failure.message == "no response: 127.0.0.1: the certificate has expired")
    #expect(failure.remedy == "replace the certificate of etcd")
  }

  @Test func `an unusable private key or authority is reported with the setting to check`()
    async throws
  {
    let server = try await Secured()
    let certificate = try server.authority.issue("client")
    var configuration = server.configuration(certificate)
    for path in [try server.authority.issue("other").keyPath, "/none/client.key"] {
      configuration.clientKey = path
      let failure = try await server.failure(configuration)
      #expect(failure.message.hasSuffix("Problem with the local SSL certificate"))
      #expect(failure.remedy.hasPrefix("check the certificates in the setting \"team\""))
    }
    configuration = server.configuration(certificate)
    configuration.certificateAuthorities = "/none/authority.pem"
    let failure = try await server.failure(configuration)
    #expect(failure.message.contains("/none/authority.pem: cannot be read, or has no certificate"))
    #expect(failure.remedy.hasPrefix("correct \"authorities\" in the setting \"team\""))
  }

  @Test func `an address without TLS for a cluster with TLS, or the reverse, is reported`()
    async throws
  {
    let server = try await Secured()
    let plain = try LocalEtcd.shared.get()
    try await plain.waitUntilReady()
    let configuration = server.configuration(try server.authority.issue("client"))
    let text = server.etcd.address(namespace: "qa").replacing("etcds://", with: "etcd://")
    #expect(try await Secured.failure(text, configuration) == Self.refusal)
    let secure = plain.newAddress().replacing("etcd://", with: "etcds://")
    let failure = try await Secured.failure(secure, configuration)
    #expect(failure.message == "no response: 127.0.0.1: SSL connect error")
    #expect(failure.remedy.hasSuffix("and that etcd uses TLS"))
  }

  @Test func `a user whose role allows only another namespace is reported as forbidden`()
    async throws
  {
    let server = try await Secured()
    let certificate = try server.authority.issue("client", hasCommonName: false)
    let configuration = server.configuration(certificate)
    try await server.enableUsers(configuration)
    let user = TeamCredentials(user: "ana", password: "ana-secret")
    let allowed = try await server.failure(configuration, user, namespace: "other")
    #expect(allowed.message.isEmpty)
    let failure = try await server.failure(configuration, user)
    #expect(failure.message == "the role of the etcd user does not allow this")
    #expect(
      failure.remedy
        == "ask the administrator of etcd for a role that can read and write the keys of the namespace"
    )
    let missing = try await server.failure(configuration)
    #expect(missing.message == "etcd requires a user and a password")
    let wrong = TeamCredentials(user: "ana", password: "wrong-secret")
    let rejected = try await server.failure(configuration, wrong)
    #expect(rejected.message == "etcd does not accept the user and the password")
  }

  @Test
  func `a client certificate with a common name is rejected with the reason if etcd has users`()
    async throws
  {
    let server = try await Secured()
    let configuration = server.configuration(try server.authority.issue("client"))
    try await server.enableUsers(configuration)
    let user = TeamCredentials(user: "ana", password: "ana-secret")
    let failure = try await server.failure(configuration, user, namespace: "other")
    #expect(failure.message.hasSuffix("client certificates that have a common name"))
    #expect(failure.remedy == "use a certificate without a common name (CN)")
  }

  @Test func `a program continues over TLS while members of the cluster are killed`() async throws {
    let server = try await Secured(memberCount: 3)
    let configuration = server.configuration(try server.authority.issue("client"))
    let address = try TeamAddress(server.etcd.address(namespace: "qa"))
    let storages = (0..<2).map { _ in
      EtcdOverrideStorage(EtcdClient(address, configuration: configuration))
    }
    let (readings, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
    let follower = storages[1].follow { continuation.yield($0) }
    for (number, member) in server.etcd.members.enumerated() {
      member.kill()
      let signature = OverrideOperation.Signature(date: Date(), author: "\(number)")
      let operation = OverrideOperation(
        ["A": Override(enabled: true, author: "\(number)")],
        signature
      )
      while try await !Self.commit(operation, storages[0]) {}
      for await case .success(let stored) in readings
      where stored.overrides["A"]?.author == "\(number)" { break }
      try member.start()
      try await member.waitUntilReady()
    }
    withExtendedLifetime(follower) {}
  }

  /// Commits an operation; returns `false` after a transient error.
  private static func commit(
    _ operation: OverrideOperation,
    _ storage: EtcdOverrideStorage
  ) async throws -> Bool {
    do throws(WorkspaceError) {
      _ = try await storage.commit([operation], at: Date())
      return true
    } catch {
      guard error.teamError?.isTransient == true else { throw error }
      return false
    }
  }
}
