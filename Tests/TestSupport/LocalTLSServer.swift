import Glibc
import Locking

/// A TLS server, `openssl s_server`, which serves the files of a temporary folder.
public final class LocalTLSServer: Sendable {
  /// The error if the server cannot be started.
  public struct Failure: Error {
    /// The cause as a sentence, such as "openssl cannot be started".
    public let reason: String
  }

  /// Whether `openssl` is installed.
  public static let isAvailable = Shell.run("command -v openssl >/dev/null") == 0

  /// The port, which the kernel has assigned.
  public let port: Int
  /// The path of the certificate file, for clients that trust the certificate.
  public let certificate: String
  private let folder: String
  private let process: pid_t
  /// The read end of the server's log pipe; if it were closed, a write would end the server.
  private let output: Int32

  /// Creates a certificate for the given subject, and serves `text` at `/page`.
  ///
  /// - Parameters:
  ///   - name: The subject of the certificate, such as `IP:127.0.0.1`.
  ///   - text: The body, or the whole response with its head.
  ///   - isWholeResponse: Whether the text has a status line and headers.
  /// - Throws: `Failure` if openssl cannot be started.
  public init(name: String, text: String, isWholeResponse: Bool = false) throws {
    folder = try Self.makeFolder()
    certificate = folder + "/certificate.pem"
    let made = Shell.run(
      """
      cd '\(folder)' && printf %s '\(text)' > page && openssl req -x509 -newkey ec \
      -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out certificate.pem \
      -days 2 -subj '/CN=\(name)' -addext 'subjectAltName=\(name)' 2>/dev/null
      """
    )
    guard made == 0 else { throw Failure(reason: "openssl makes no certificate") }
    (process, port, output) = try Self.serve(folder, mode: isWholeResponse ? "-HTTP" : "-WWW")
  }

  /// Serves `text` at `/page` with a certificate of an authority.
  ///
  /// - Throws: `Failure` if openssl cannot be started.
  package init(_ certificate: LocalAuthority.Certificate, text: String) throws {
    folder = try Self.makeFolder()
    self.certificate = folder + "/certificate.pem"
    let made = Shell.run(
      """
      cd '\(folder)' && printf %s '\(text)' > page && cp '\(certificate.path)' certificate.pem && \
      cp '\(certificate.keyPath)' key.pem
      """
    )
    guard made == 0 else { throw Failure(reason: "the certificate cannot be copied") }
    (process, port, output) = try Self.serve(folder, mode: "-WWW")
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(output)
    _ = Shell.run("rm -r '\(folder)'")
  }

  /// Returns the URL of the given path on this server.
  public func url(host: String = "127.0.0.1", _ path: String = "/page") -> String {
    "https://\(host):\(port)\(path)"
  }

  private static func makeFolder() throws -> String {
    var template = Array("/tmp/halyard-tls-XXXXXX".utf8CString)
    let folder = template.withUnsafeMutableBufferPointer { buffer -> String? in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let folder else { throw Failure(reason: "no temporary folder") }
    return folder
  }

  /// Starts `openssl s_server`; returns its process id, its port and the pipe of its output.
  private static func serve(_ folder: String, mode: String) throws -> (pid_t, Int, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(reason: "no pipe") }
    let process = Shell.start(
      "cd '\(folder)' && exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem "
        + "-key key.pem \(mode)",
      output: ends[1]
    )
    close(ends[1])
    guard let process else { throw Failure(reason: "openssl cannot be started") }
    var output = ""
    var piece = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = read(ends[0], &piece, piece.count)
      guard count > 0 else { throw Failure(reason: "openssl does not serve: \(output)") }
      output += String(decoding: piece[..<count], as: UTF8.self)
      if let port = port(in: output) {
        return (process, port, ends[0])
      }
    }
  }

  private static func port(in output: String) -> Int? {
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT ") }),
      output.hasSuffix("\n"), let colon = line.lastIndex(of: ":")
    else { return nil }
    return Int(line[line.index(after: colon)...])
  }
}
