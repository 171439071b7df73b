import Glibc

/// The reason why a server cannot start.
public enum HTTPServerError: Error, Hashable, Sendable {
  /// The library libmicrohttpd cannot be loaded, or the system has no memory or no thread left; with the
  /// reason.
  case unavailable(String)
  /// The text is not `HOST:PORT`.
  case badAddress(String)
  /// The host name cannot be resolved, for the given reason.
  case unknownHost(String, reason: String)
  /// The address cannot be bound.
  case notBound(String, BindFailure)
  /// The process has too few free file descriptors for the server and its first connections.
  case fewDescriptors(free: Int, needed: Int)
  /// The certificate or the private key is not valid, with the message of the TLS library.
  case badCertificate(String)

  /// The reason why an address cannot be bound.
  public enum BindFailure: Hashable, Sendable {
    /// Another program uses the port of the address.
    case addressInUse
    /// The process may not use the port, such as one below 1024.
    case denied
    /// Another system error, with its `errno`.
    case system(Int32)
  }
}

extension HTTPServerError.BindFailure: CustomStringConvertible {
  init(_ number: Int32) {
    self =
      switch number {
      case EADDRINUSE: .addressInUse
      case EACCES: .denied
      default: .system(number)
      }
  }

  /// The error message of the system, such as `Permission denied`.
  public var description: String {
    switch self {
    case .addressInUse: "Address already in use"
    case .denied: "Permission denied"
    case .system(let number): String(cString: strerror(number))
    }
  }
}

extension HTTPServerError {
  /// The error on a system without libmicrohttpd, which is loaded when the first server starts.
  static let noLibrary = HTTPServerError.unavailable(
    "the library libmicrohttpd.so.12 cannot be loaded; "
      + "on Debian and Ubuntu install the package libmicrohttpd12"
  )
}

extension HTTPServerError: CustomStringConvertible {
  /// The error message, with the found and the expected value.
  public var description: String {
    switch self {
    case .unavailable(let reason): reason
    case .badAddress(let found):
      "found the address \"\(found)\", expected HOST:PORT, such as 127.0.0.1:8016 or [::1]:8016"
    case .unknownHost(let host, let reason): "the host \"\(host)\" cannot be resolved: \(reason)"
    case .notBound(let address, let failure): "cannot listen on \(address): \(failure)"
    case .fewDescriptors(let free, let needed):
      "found \(max(free, 0)) free file descriptors, expected at least \(needed): raise the limit (ulimit -n)"
    case .badCertificate(let reason): "the TLS certificate or its key cannot be used: \(reason)"
    }
  }
}
