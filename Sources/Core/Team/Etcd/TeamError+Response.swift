import Documents
import FeatureFlags

extension TeamError {
  /// Creates the error of a response with a status other than 200.
  init(status: Int, _ body: [UInt8], hasCredentials: Bool) {
    // If etcd has users, its gateway rejects each certificate with a common name, before it reads a token.
    if body.starts(with: "CommonName of client".utf8) {
      self = .rejected(status: status, message: Self.commonName)
      return
    }
    // A body that is not JSON is the error page of a proxy before etcd.
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
    // The roles were changed after the token was issued, so that a new token is needed.
    case 3 where message.contains("revision of auth store is old"):
      self = .unauthenticated(hasCredentials: hasCredentials)
    default: self = .rejected(status: status, message: message)
    }
  }

  /// The texts for users, by the messages of gRPC that they replace.
  private static let terms = ["transport is closing": "the connection was lost"]
}
