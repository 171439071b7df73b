/// The reason why a file has no trusted certificate authorities: what the file is instead.
enum AuthorityDefect: Hashable, Sendable {
  case empty
  /// The file has the binary form DER.
  case binary
  /// The file is a PEM file with a private key only.
  case privateKey
  /// The file has no certificate in PEM form.
  case noCertificate

  /// Finds the defect of the content of a file; `nil` if the file has a certificate in PEM form.
  init?(in bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let labels = ["", "TRUSTED ", "X509 "].map { "-----BEGIN \($0)CERTIFICATE-----" }
    guard !labels.contains(where: text.contains) else { return nil }
    if bytes.isEmpty {
      self = .empty
    } else if bytes.starts(with: [0x30, 0x82]) {
      // A certificate in DER begins with a sequence whose length has two bytes.
      self = .binary
    } else {
      self = text.contains("PRIVATE KEY-----") ? .privateKey : .noCertificate
    }
  }
}

extension AuthorityDefect: CustomStringConvertible {
  var description: String {
    let found =
      switch self {
      case .empty: "is empty"
      case .binary: "has the binary form DER"
      case .privateKey: "has a private key, but no certificate"
      case .noCertificate: "has no certificate in PEM form"
      }
    return found + ", expected a PEM file with -----BEGIN CERTIFICATE-----"
      + (self == .binary ? "; convert it with openssl x509 -inform DER" : "")
  }
}
