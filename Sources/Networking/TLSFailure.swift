/// What a certificate or its connection lacks.
public enum TLSFailure: Hashable, Sendable {
  /// The certificate was not issued by an authority that this machine trusts.
  case untrusted
  /// The certificate is for another host.
  case wrongHost
  /// The certificate's time is over.
  case expired
  /// The certificate's time has not begun.
  case notYetValid
  /// The certificate was called back.
  case revoked
  /// Anything else, in the words of the library.
  case handshake(String)
}
