/// The error of a request that has no complete response.
public enum HTTPError: Error, Hashable, Sendable {
  /// The text is not an absolute URL; its secrets are replaced by `…`.
  case badURL(String)
  /// The URL or a redirect has a scheme other than `https`, and other than `http` if the request
  /// allows `http`.
  case schemeNotAllowed(String, host: String)
  /// The method contains characters that are not allowed in an HTTP method.
  case badMethod(String)
  /// The name or the value of a header contains characters that are not allowed in a header.
  case badHeader(name: String)
  /// The name of the host cannot be resolved.
  case nameNotFound(host: String)
  /// No server listens at the port of the host.
  case refused(host: String, port: Int)
  /// The system has no network route to the host.
  case unreachable(host: String)
  /// The request was sent through a proxy, and failed there, or on the way through it.
  indirect case proxy(HTTPProxy, HTTPError)
  /// The proxy responded instead of the server, with the given status.
  case proxyStatus(HTTPProxy, Int)
  /// The TLS handshake failed, or the certificate is not trusted.
  case tls(host: String, TLSFailure)
  /// A timeout expired; the payload names the phase of the exchange and the timeout.
  case timedOut(HTTPPhase, HTTPLimit)
  /// There were more redirects than ``HTTPRequest/redirectLimit``.
  case redirects(limit: Int)
  /// The body, or the headers, are larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// The compression ratio of the body is above ``HTTPRequest/maximumCompressionRatio``.
  case compressedTooMuch(limit: Int, found: Int)
  /// The connection was lost before the end of the response.
  ///
  /// Sizes are bytes before decompression; `of` is `nil` if the size was not announced.
  case interrupted(got: Int, of: Int?)
  /// The content encoding is unknown, or the compressed body is malformed.
  case badEncoding
  /// The received bytes are not an HTTP response, for the given reason.
  case badResponse(String)
  /// The task was cancelled, or the client was released.
  case cancelled
  /// The file with the trusted certificate authorities cannot be read, or has no certificate in PEM form;
  /// `nil` is the file of the system.
  case badAuthorities(path: String?)
  /// The system cannot send requests: libcurl or one of its options, a thread or memory is missing.
  case unavailable(String)
  /// An error of libcurl that no other case describes, with its code and message.
  case failed(code: Int, String)
}

extension HTTPError {
  /// Whether the failure is transient, so that a retry can succeed.
  package var isTransient: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .timedOut, .interrupted, .proxyStatus:
      true
    case .proxy(_, let error): error.isTransient
    case .badURL, .schemeNotAllowed, .badMethod, .badHeader, .tls, .redirects, .tooLarge,
      .compressedTooMuch, .badEncoding, .badResponse, .cancelled, .badAuthorities, .unavailable,
      .failed:
      false
    }
  }

  /// Whether a proxy can be the cause, so that the error has to name it.
  var concernsProxy: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .interrupted, .badResponse, .failed: true
    case .timedOut(.nameLookup, _), .timedOut(.connect, _), .timedOut(.tls, _): true
    case .timedOut(.firstByte, let limit): limit != .idle
    case .timedOut(.waiting, _), .timedOut(.body, _), .badURL, .schemeNotAllowed, .badMethod,
      .badHeader, .proxy, .proxyStatus, .tls, .redirects, .tooLarge, .compressedTooMuch,
      .badEncoding, .cancelled, .badAuthorities, .unavailable:
      false
    }
  }

  /// The error of every request on a system without libcurl, which is loaded on first use.
  static let noLibrary = HTTPError.unavailable(
    "the library libcurl.so.4 cannot be loaded; on Debian and Ubuntu install the package libcurl4"
  )
}

/// The phase of an exchange in which a timeout expired.
public enum HTTPPhase: String, Hashable, Sendable, CaseIterable {
  /// The request is queued behind other transfers of the client.
  case waiting
  /// The host name is being resolved.
  case nameLookup
  /// The connection is being opened.
  case connect
  /// TLS is being negotiated.
  case tls
  /// The request was sent, and no byte of the response has been received.
  case firstByte
  /// The response is being received.
  case body
}

/// The timeout that expired: that of the whole exchange, of the connection, or between two received bytes.
public enum HTTPLimit: String, Hashable, Sendable, CaseIterable {
  /// The timeout of the whole exchange, ``HTTPRequest/deadline``.
  case deadline
  /// The timeout of the connection, ``HTTPRequest/connectLimit``.
  case connect
  /// The longest time without a received byte, ``HTTPRequest/idleLimit``.
  case idle
}

/// The reason why a TLS connection is not trusted.
public enum TLSFailure: Hashable, Sendable {
  /// The certificate of the server was not issued by a trusted authority.
  case untrusted
  /// The certificate is for a host other than that of the URL.
  case wrongHost
  /// The certificate of the server has expired.
  case expired
  /// The certificate of the server is not valid yet.
  case notYetValid
  /// The certificate of the server was revoked.
  case revoked
  /// A failure that no other case describes, with the message of the TLS library.
  case handshake(String)
}

extension HTTPError: CustomStringConvertible {
  /// The description of the error for users, with the secrets of URLs redacted.
  public var description: String {
    switch self {
    case .badURL(let url): "\"\(URLRedaction.redacted(url))\" is not a URL"
    case .schemeNotAllowed(let scheme, let host):
      "\(scheme):// is not allowed" + (host.isEmpty ? "" : " (host \(host))")
    case .badMethod(let method): "\"\(method)\" is not an HTTP method"
    case .badHeader(let name): "the header \"\(name)\" has characters that cannot be sent"
    case .nameNotFound(let host): "the host name \(host) cannot be resolved"
    case .refused(let host, let port): "\(host) refused the connection at port \(port)"
    case .unreachable(let host): "no route to \(host)"
    case .proxy(let proxy, let error): "through \(proxy): \(error)"
    case .proxyStatus(let proxy, let status): "\(proxy) responded with status \(status)"
    case .tls(let host, let failure): "\(host): \(failure)"
    case .timedOut(let phase, let limit): "timed out while \(phase): \(limit)"
    case .redirects(let limit): "redirected more than \(limit) times"
    case .tooLarge(let limit): "the response is larger than \(limit) bytes"
    case .compressedTooMuch(let limit, let found):
      "found a body that decompresses to \(found) times its size, expected at most \(limit) times"
    case .interrupted(let got, let whole?): "connection lost after \(got) of \(whole) bytes"
    case .interrupted(let got, nil): "connection lost after \(got) bytes"
    case .badEncoding: "the compressed body is malformed, or its encoding is unknown"
    case .badResponse(let reason): "not an HTTP response: \(reason)"
    case .cancelled: "cancelled"
    case .badAuthorities(let path?):
      "\(path): cannot be read, or has no certificate in PEM form, so no server is trusted"
    case .badAuthorities(nil): "the certificate authorities of the system cannot be read"
    case .unavailable(let reason): reason
    case .failed(let code, let reason): "\(reason) (\(code))"
    }
  }
}

extension TLSFailure: CustomStringConvertible {
  /// The description of the failure for users, without the name of the host.
  public var description: String {
    switch self {
    case .untrusted: "the certificate is not from a trusted authority"
    case .wrongHost: "the certificate is for another host"
    case .expired: "the certificate has expired"
    case .notYetValid: "the certificate is not valid yet"
    case .revoked: "the certificate was revoked"
    case .handshake(let reason): reason
    }
  }
}

extension HTTPPhase: CustomStringConvertible {
  /// The description of the phase, which error messages append to "timed out while".
  public var description: String {
    switch self {
    case .waiting: "waiting for a free connection"
    case .nameLookup: "resolving the host name"
    case .connect: "connecting"
    case .tls: "negotiating TLS"
    case .firstByte: "waiting for the response"
    case .body: "receiving the response"
    }
  }
}

extension HTTPLimit: CustomStringConvertible {
  /// The description of the expired timeout for users.
  public var description: String {
    switch self {
    case .deadline: "deadline exceeded"
    case .connect: "connect timeout exceeded"
    case .idle: "no data received for too long"
    }
  }
}
