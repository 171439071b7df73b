import Documents
import FeatureFlags
import GrowthBook
import HTTPServer
import Locking
import Serving
import TestSupport
import Testing

/// Tests the event stream with GrowthBook's SDK for Python, which is downloaded.
@Suite(.onlyInFullRun, .timeLimit(.minutes(30)))
struct GrowthBookStreamTests {
  /// A server that is restarted on the same port.
  private final class Restarted: Sendable {
    let session: FlagSession
    let url: String
    private let settings: ServingSettings
    private let server: Locked<ServingServer?>

    init(_ session: FlagSession) throws {
      let address = ListenAddress(host: "127.0.0.1", port: 0)
      let first = try ServingServer(session, ServingSettings(address: address, systems: .served))
      let port = try #require(first.url.split(separator: ":").last.flatMap { UInt16($0) })
      settings = ServingSettings(
        address: ListenAddress(host: "127.0.0.1", port: port),
        systems: .served
      )
      (self.session, url, server) = (session, first.url, Locked(first))
    }

    /// Stops the server, and starts it again after a change.
    func restart(after change: () throws -> Void) throws {
      server.withLock { $0.take() }?.stop()
      try change()
      let next = try ServingServer(session, settings)
      server.withLock { $0 = next }
    }
  }

  /// A feature of 300 kB needs more bytes than the SDK reads as one line.
  @Test(arguments: [0, 300_000])
  func `the GrowthBook SDK receives each change, even after restarts of the server`(size: Int)
    async throws
  {
    let text = String(repeating: "a, ", count: size / 3)
    let document = GrowthBookRouteTests.document.replacing(
      #""features": {"#,
      with: #""features": {"text": {"defaultValue": ["\#(text.replacing(", ", with: "\", \""))"]},"#
    )
    let example = try await ServedExample(document, formats: [.growthBook()])
    let server = try Restarted(example.session)
    let count = Locked(0)
    let problems = Locked<[String]>([])
    let steps = try LocalServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number <= 10 else { return .text("") }
      let change = {
        try example.store.override(.variable("value", .string("\(number)")), for: ["colour"])
      }
      do {
        // Each change during a restart is followed by one while the SDK is connected.
        if number.isMultiple(of: 2) { try change() } else { try server.restart(after: change) }
      } catch { problems.withLock { $0.append("\(error)") } }
      return .text(#"{"flag": "colour", "value": "\#(number)"}"#)
    }
    let arguments = [server.url, steps.url("/step")]
    let output = try await onThread {
      let python = try PythonEnvironment.shared(["growthbook>=4,<5"])
      let script = PythonEnvironment.script("stream.py")
      return try PythonEnvironment.run(python, [script] + arguments, in: try TemporaryFolder())
    }
    #expect(problems.withLock(\.self).isEmpty)
    #expect(output.hasPrefix("10 steps"), "\(output)")
  }
}
