/// A self-signed certificate with its private key, as PEM files in a temporary folder.
package struct CertificateFiles {
  /// The error if openssl cannot create the certificate.
  package struct Failure: Error {}

  private let folder: TemporaryFolder

  /// The path of the certificate, which a client can trust.
  package var certificatePath: String { folder.path(of: "certificate.pem") }
  /// The path of the private key.
  package var keyPath: String { folder.path(of: "key.pem") }

  /// Creates a certificate for the given subject, such as `IP:127.0.0.1`.
  package init(name: String) throws {
    folder = try TemporaryFolder()
    let status = Shell.run(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
      -keyout '\(folder.path(of: "key.pem"))' -out '\(folder.path(of: "certificate.pem"))' \
      -subj '/CN=\(name)' -addext 'subjectAltName=\(name)'
      """
    )
    guard status == 0 else { throw Failure() }
  }

  /// Reads the certificate.
  package func certificate() throws -> String { try folder.read("certificate.pem") }

  /// Reads the private key.
  package func key() throws -> String { try folder.read("key.pem") }
}
