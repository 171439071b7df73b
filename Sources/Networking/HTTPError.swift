/// Why there is no answer.
public enum HTTPError: Error, Hashable, Sendable {
  /// The address cannot be read.
  case badURL(String)
  /// An address, or a redirect, is neither `https` nor an allowed `http`.
  case schemeNotAllowed(String, host: String)
  /// The method has characters that a method cannot have.
  case badMethod(String)
  /// A header's name or value has characters that cannot be sent.
  case badHeader(name: String)
  /// The host's name, or that of the proxy, cannot be found.
  case nameNotFound(host: String)
  /// Nothing listens at the port.
  case refused(host: String, port: Int)
  /// No way leads to the host.
  case unreachable(host: String)
  /// The encryption, or the certificate, is not to be trusted.
  case tls(host: String, TLSFailure)
  /// A limit of time was reached.
  case timedOut(HTTPPhase, HTTPLimit)
  /// There were more redirects than allowed.
  case redirects(limit: Int)
  /// The body, or the headers, are larger than allowed; in bytes.
  case tooLarge(limit: Int)
  /// The body grows more by decompression than allowed; in bytes for each byte received.
  case compressedTooMuch(limit: Int, found: Int)
  /// The answer broke off; in bytes on the wire, `of` is `nil` when the size was not announced.
  case interrupted(got: Int, of: Int?)
  /// The body is compressed in a way that is not known, or broken.
  case badEncoding
  /// What came is not HTTP.
  case badAnswer(String)
  /// The task was cancelled, or the client is gone.
  case cancelled
  /// The machine cannot do it: no libcurl, or one that lacks an option; no thread, no memory, no
  /// certificates.
  case unavailable(String)
  /// Anything else, with libcurl's number and words.
  case failed(code: Int, String)
}

extension HTTPError {
  /// Whether the failure is transient, so that a retry can succeed.
  package var isTransient: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .timedOut, .interrupted:
      true
    case .badURL, .schemeNotAllowed, .badMethod, .badHeader, .tls, .redirects, .tooLarge,
      .compressedTooMuch, .badEncoding, .badAnswer, .cancelled, .unavailable, .failed:
      false
    }
  }

  /// libcurl is loaded on first use, so that a machine without it is found out only then.
  static let noLibrary = HTTPError.unavailable(
    "the library libcurl.so.4 cannot be loaded; on Debian and Ubuntu install the package libcurl4"
  )
}

/// How far an exchange has come.
public enum HTTPPhase: String, Hashable, Sendable, CaseIterable {
  /// Waiting for a free place.
  case waiting
  /// Looking up the name.
  case nameLookup
  /// Making the connection.
  case connect
  /// Agreeing on encryption.
  case tls
  /// Waiting for the first byte of the answer.
  case firstByte
  /// Receiving the answer.
  case body
}

/// Which limit of time was reached.
public enum HTTPLimit: String, Hashable, Sendable, CaseIterable {
  /// The whole transfer.
  case deadline
  /// Making the connection.
  case connect
  /// Time without a byte.
  case idle
}
