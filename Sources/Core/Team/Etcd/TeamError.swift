import Documents
import FeatureFlags
import Networking

/// An error of a call to etcd, which stores the overrides of a team.
enum TeamError: Error, Hashable, Sendable {
  /// No member of the cluster responded; the error is that of the last member.
  case unreachable(HTTPError)
  /// The cluster cannot serve the call now, such as while it has no leader; `reason` is the message of
  /// etcd.
  case unavailable(reason: String)
  /// The calls of one operation, such as reading all overrides, took longer than the limit in total.
  case slow(limit: Duration)
  /// etcd requires a user; `hasCredentials` is true if it has rejected the given name and password.
  case unauthenticated(hasCredentials: Bool)
  /// The role of the user does not allow the call.
  case forbidden
  /// The storage quota of etcd is used up, so that nothing can be written.
  case full
  /// The request is larger than etcd accepts.
  case tooLarge
  /// etcd does not have the requested revision any more, because older revisions were removed.
  case compacted
  /// etcd does not have the lease any more, because it has expired.
  case leaseExpired
  /// The program has no lease for a session override: the lifetime `session` needs a program that keeps
  /// running, such as the dashboard.
  case noSession
  /// etcd has rejected the call for another reason.
  case rejected(status: Int, message: String)
  /// The response is not from etcd, or is malformed.
  case malformed(DocumentError)
  /// The namespace exceeds a limit for the number or the size of its keys.
  case exceeded(InputLimit, found: Int)
}

extension TeamError {
  /// Whether a later attempt, or a different member of the cluster, can succeed.
  var isTransient: Bool {
    switch self {
    case .unreachable(let error): error.isTransient
    case .unavailable, .slow: true
    case .unauthenticated, .forbidden, .full, .tooLarge, .compacted, .leaseExpired, .noSession,
      .rejected, .malformed, .exceeded:
      false
    }
  }

  /// Converts the error of a call for the team at the given address to an error for the user.
  func workspaceError(at address: String) -> WorkspaceError {
    .storage(StorageError("\(address): \(text)", remedy: remedy, cause: self))
  }

  /// An instruction by which the user can resolve the error: an imperative sentence without a full stop.
  private var remedy: String {
    switch self {
    case .unreachable(.tls(_, .untrusted)):
      "add the certificate authority of etcd as \"authorities\" to the setting \"team\""
    case .unreachable(.tls(_, .handshake)):
      "check the certificates in the setting \"team\", and that etcd uses TLS"
    case .unreachable(.tls): "replace the certificate of etcd"
    // etcd usually closes a connection because of the client certificate or the scheme: in TLS 1.3, a
    // certificate is rejected after the handshake.
    case .unreachable(.interrupted(got: 0, of: nil)):
      "check that etcd runs, that it accepts the certificate in the setting \"team\", and that the "
        + "address begins with etcds:// if it uses TLS"
    case .unreachable(.badAuthorities):
      "correct \"authorities\" in the setting \"team\": expected a PEM file with certificates"
    case .unreachable(.unavailable):
      "check the certificates in the setting \"team\", and the installation of libcurl"
    case .unreachable: "check that etcd runs and that the address is correct"
    case .unavailable: "check that most members of the cluster run"
    case .slow: "check that etcd and the network are fast enough"
    case .unauthenticated(hasCredentials: false):
      "set HALYARD_TEAM_USER and HALYARD_TEAM_PASSWORD, or \"login\" in the setting \"team\""
    case .unauthenticated(hasCredentials: true): "correct the user or the password of etcd"
    case .forbidden:
      "ask the administrator of etcd for a role that can read and write the keys of the namespace"
    case .full: "remove old revisions from etcd, or increase its quota"
    case .tooLarge: "set a smaller value, or change fewer features at once"
    case .compacted, .leaseExpired: "retry"
    case .noSession: "set the override in the dashboard, or limit its lifetime with --for"
    case .rejected(_, Self.commonName): "use a certificate without a common name (CN)"
    case .rejected, .malformed: "check that the address is that of etcd 3.4 or later"
    case .exceeded: "remove keys from the namespace, or use another namespace"
    }
  }

  /// The message for a client certificate that etcd rejects because of its common name.
  static let commonName =
    "etcd with authentication rejects client certificates that have a common name"

  /// The error message, without the address of the team.
  private var text: String {
    switch self {
    case .unreachable(.interrupted(got: 0, of: nil)): "no response: etcd closed the connection"
    case .unreachable(let error): "no response: \(error)"
    case .unavailable(let reason): "the cluster is not available: \(reason)"
    case .slow(let limit):
      "etcd was too slow: the operation did not finish within \(limit.components.seconds) seconds"
    case .unauthenticated(hasCredentials: false): "etcd requires a user and a password"
    case .unauthenticated(hasCredentials: true): "etcd does not accept the user and the password"
    case .forbidden: "the role of the etcd user does not allow this"
    case .full: "the storage quota of etcd is used up"
    case .tooLarge: "the change is larger than etcd accepts"
    case .compacted: "etcd has removed the requested revision (compacted)"
    case .leaseExpired: "etcd did not hear from this program in time (its lease expired)"
    case .noSession: "the lifetime \"session\" needs a program that keeps running"
    case .rejected(let status, let message): "found status \(status), expected 200: \(message)"
    case .malformed(let error): "the response is not from etcd: \(error)"
    case .exceeded(let limit, let found):
      "found a namespace of at least \(found) \(limit), expected at most \(limit.maximum)"
    }
  }
}

extension WorkspaceError {
  /// The error of the call to etcd; `nil` if the error is not from etcd, such as that of a file.
  var teamError: TeamError? {
    guard case .storage(let error) = self else { return nil }
    return error.cause as? TeamError
  }
}

extension TeamError {
  /// Creates the error of a response with a status other than 200.
  init(status: Int, _ body: [UInt8], hasCredentials: Bool) {
    // With authentication, the gateway of etcd rejects each client certificate with a common name before
    // it reads a token.
    if body.starts(with: "CommonName of client".utf8) {
      self = .rejected(status: status, message: Self.commonName)
      return
    }
    // A body that is not JSON is the error page of a proxy in front of etcd.
    if (502...504).contains(status), body.first != UInt8(ascii: "{") {
      self = .unavailable(reason: "status \(status)")
      return
    }
    // Drops the errors: a body that is not JSON, such as that of a proxy, is described by its status.
    guard let node = try? JSONReader.read(body), let fields = try? FieldReader(node),
      let message = try? fields.text("error"), let code = try? fields.integer("code")
    else {
      self = .rejected(status: status, message: "the response is not from etcd")
      return
    }
    self.init(code: Int(clamping: code), message, status: status, hasCredentials: hasCredentials)
  }

  /// Creates the error of a gRPC status code.
  ///
  /// Some errors of etcd share a code, and are distinguished by the message.
  init(code: Int, _ message: String, status: Int, hasCredentials: Bool) {
    let message = (Self.terms[message] ?? message).excerpt
    switch code {
    // Unknown, deadline exceeded, aborted and unavailable: a later attempt can succeed.
    case 2, 4, 10, 14: self = .unavailable(reason: message)
    case 5 where message.contains("lease"): self = .leaseExpired
    case 7: self = .forbidden
    case 8 where message.contains("space exceeded"): self = .full
    // The request exceeds the size limit of a gRPC message.
    case 8 where message.contains("message larger"): self = .tooLarge
    case 8: self = .unavailable(reason: message)
    case 11 where message.contains("compacted"): self = .compacted
    case 16: self = .unauthenticated(hasCredentials: hasCredentials)
    case 3 where message.contains("too large"): self = .tooLarge
    case 3 where message.contains("authentication failed"):
      self = .unauthenticated(hasCredentials: true)
    case 3 where message.contains("user name is empty"):
      self = .unauthenticated(hasCredentials: hasCredentials)
    // A new token is needed, because the roles were changed after the token was issued.
    case 3 where message.contains("revision of auth store is old"):
      self = .unauthenticated(hasCredentials: hasCredentials)
    default: self = .rejected(status: status, message: message)
    }
  }

  /// Texts for users that replace messages of gRPC.
  private static let terms = ["transport is closing": "the connection was lost"]
}
