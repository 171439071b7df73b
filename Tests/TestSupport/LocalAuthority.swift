/// A certificate authority for tests, whose files are in a temporary folder.
///
/// The folder is removed when the last copy of the authority, or of one of its certificates, is
/// released.
package struct LocalAuthority: Sendable {
  /// The error if openssl cannot create a certificate.
  package struct Failure: Error {
    /// The name of the certificate.
    package let name: String
  }

  /// A certificate with its private key, as PEM files.
  package struct Certificate: Sendable {
    private let folder: TemporaryFolder
    private let name: String

    /// The path of the certificate.
    package var path: String { folder.path(of: name + ".pem") }
    /// The path of the private key.
    package var keyPath: String { folder.path(of: name + ".key") }

    fileprivate init(_ folder: TemporaryFolder, name: String) {
      self.folder = folder
      self.name = name
    }
  }

  private let folder: TemporaryFolder
  /// The certificate of the authority, which clients and servers can trust.
  package let root: Certificate

  private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

  /// Creates an authority with a self-signed certificate.
  package init() throws {
    folder = try TemporaryFolder()
    root = Certificate(folder, name: "authority")
    let status = Shell.run(
      "openssl req -x509 \(Self.newKey) -days 2 -keyout '\(root.keyPath)' -out '\(root.path)' "
        + "-subj /CN=authority"
    )
    guard status == 0 else { throw Failure(name: "authority") }
  }

  /// Issues a certificate for 127.0.0.1, for servers and for clients.
  ///
  /// - Parameters:
  ///   - name: The name of the files, without special characters.
  ///   - isExpired: Whether the certificate has expired one day ago.
  ///   - hasCommonName: Whether the subject of the certificate is a common name (CN) instead of an
  ///     organisation (O).
  /// - Returns: The certificate.
  /// - Throws: `Failure` if openssl cannot create it.
  package func issue(
    _ name: String,
    isExpired: Bool = false,
    hasCommonName: Bool = true
  ) throws -> Certificate {
    let certificate = Certificate(folder, name: name)
    let request = folder.path(of: name + ".csr")
    let status = Shell.run(
      """
      openssl req \(Self.newKey) -keyout '\(certificate.keyPath)' -out '\(request)' \
      -subj '/\(hasCommonName ? "CN" : "O")=\(name)' -addext subjectAltName=IP:127.0.0.1 && \
      openssl x509 -req -in '\(request)' -CA '\(root.path)' -CAkey '\(root.keyPath)' \
      -CAcreateserial -days \(isExpired ? -1 : 2) -copy_extensions copyall \
      -out '\(certificate.path)'
      """
    )
    guard status == 0 else { throw Failure(name: name) }
    return certificate
  }
}
