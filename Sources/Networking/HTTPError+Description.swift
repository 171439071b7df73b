extension HTTPError: CustomStringConvertible {
  /// What happened, in words, without a secret of the address.
  public var description: String {
    switch self {
    case .badURL(let url): "\"\(URLRedaction.redacted(url))\" is not a URL"
    case .schemeNotAllowed(let scheme, let host):
      "\(scheme):// is not allowed here" + (host.isEmpty ? "" : " (\(host))")
    case .badMethod(let method): "\"\(method)\" is not a method"
    case .badHeader(let name): "the header \"\(name)\" cannot be sent as it is"
    case .nameNotFound(let host): "no host is named \(host)"
    case .refused(let host, let port): "\(host) refused the connection at port \(port)"
    case .unreachable(let host): "no way leads to \(host)"
    case .tls(let host, let failure): "\(host): \(failure)"
    case .timedOut(let phase, let limit): "timed out while \(phase), \(limit)"
    case .redirects(let limit): "redirected more than \(limit) times"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .compressedTooMuch(let limit, let found):
      "found a body that decompresses to \(found) times its size, expected at most \(limit) times"
    case .interrupted(let got, let whole?): "broke off after \(got) of \(whole) bytes"
    case .interrupted(let got, nil): "broke off after \(got) bytes"
    case .badEncoding: "compressed in a way that cannot be read"
    case .badAnswer(let reason): "not an HTTP answer: \(reason)"
    case .cancelled: "cancelled"
    case .unavailable(let reason): reason
    case .failed(let code, let reason): "\(reason) (\(code))"
    }
  }
}

extension TLSFailure: CustomStringConvertible {
  /// What is wrong, in words.
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
  /// What was being done, in words.
  public var description: String {
    switch self {
    case .waiting: "waiting for a free connection"
    case .nameLookup: "looking up the name"
    case .connect: "connecting"
    case .tls: "agreeing on encryption"
    case .firstByte: "waiting for the answer"
    case .body: "receiving the answer"
    }
  }
}

extension HTTPLimit: CustomStringConvertible {
  /// What was reached, in words.
  public var description: String {
    switch self {
    case .deadline: "the time for the whole is over"
    case .connect: "the time to connect is over"
    case .idle: "nothing came for too long"
    }
  }
}
