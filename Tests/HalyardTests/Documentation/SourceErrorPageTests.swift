import TestSupport
import Testing

@testable import halyard

/// Tests the page about errors of a source with a server that has each failure.
struct SourceErrorPageTests {
  /// The failures, by the first cell of their row, with the name of the document that has it.
  private static let documents: [(row: String, name: String, options: [String])] = [
    ("status 401 or 403", "401", []), ("status 404 or 410", "404", []), ("status 429", "429", []),
    ("status 500 and others", "500", []), ("a page of a login", "html", []),
    ("a damaged document", "bad", []), ("no response in time", "slow", ["--timeout", "100ms"]),
    ("a large response", "large", []),
    ("the proxy fails", "ok", ["--proxy", "http://127.0.0.1:1"]),
    ("an unknown host", "http://nowhere.invalid/", []),
    ("no program listens", "http://127.0.0.1:1/", []),
    ("a certificate that is not trusted", "certificate", []),
  ]

  private static func response(to request: LocalRequest) -> LocalResponse {
    let name = request.target.dropFirst()
    switch name {
    case "html": return .text("<html>login</html>")
    case "bad": return .text(#"[{ "name": "New"#)
    case "large": return .text(String(repeating: " ", count: 33_554_433))
    case "slow": return LocalResponse([.hold])
    default: return .text("[]", status: Int(name) ?? 200)
    }
  }

  @Test(
    .enabled(if: LocalTLSServer.isAvailable, "openssl is not installed"),
    arguments: documents.map(\.row)
  )
  func `a failure of a source has the message and the exit code of its page`(row: String) throws {
    let failure = try #require(Self.documents.first { $0.row == row })
    let rows = try DocumentationPage("docs/source-errors.md").tables.joined()
    let cell = try #require(rows.first { $0[0] == row }?[1])
    let server = try LocalServer { Self.response(to: $0) }
    var source = failure.name.contains("://") ? failure.name : server.url("/" + failure.name)
    let secure =
      failure.name == "certificate" ? try LocalTLSServer(name: "IP:127.0.0.1", text: "[]") : nil
    if let secure { source = secure.url() }
    let tester = try Tester()
    let words = ["list", "--source", source] + failure.options
    let run = try ProgramRun(words, environment: tester.environment, folder: tester.folder.path)
    #expect(run.errors.contains(cell.dropFirst().dropLast()), "\(run.errors)")
    #expect(run.exitCode == (["html", "bad"].contains(failure.name) ? 65 : 69))
  }
}
