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
