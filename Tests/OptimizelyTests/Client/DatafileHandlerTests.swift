import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the downloads and the polling interval of the default datafile handler.
struct DatafileHandlerTests {
  private let server: LocalServer
  private let handler = DefaultDatafileHandler()
  private let project: TestProject

  init() throws {
    server = try LocalServer { _ in .text(SmallDatafile.revision("5")) }
    project = try TestProject(server)
    handler.adopt(project.settings)
  }

  private func download(returnsUnchanged: Bool) async -> OptimizelyResult<Data?> {
    await withCheckedContinuation { continuation in
      handler.downloadDatafile(
        sdkKey: TestProject.key,
        returnCacheIfNoChange: returnsUnchanged,
        resourceTimeoutInterval: nil
      ) { continuation.resume(returning: $0) }
    }
  }

  @Test(arguments: [404, 500, 200])
  func `after an error, a download returns the stored datafile`(status: Int) async throws {
    server.change { _ in .text("no JSON", status: status) }
    await #expect(throws: OptimizelyError.self) {
      try await download(returnsUnchanged: true).get()
    }
    #expect(handler.downloadDatafile(sdkKey: TestProject.key) == nil)
    let stored = Data(SmallDatafile.revision("4").utf8)
    handler.saveDatafile(sdkKey: TestProject.key, dataFile: stored)
    #expect(try await download(returnsUnchanged: false).get() == stored)
    #expect(handler.downloadDatafile(sdkKey: TestProject.key) == stored)
  }

  @Test func `an unchanged datafile is not downloaded again`() async throws {
    server.change { request in
      if request.headers["if-none-match"] == "\"1\"" { return .text("", status: 304) }
      return .text(SmallDatafile.revision("5"), headers: [("ETag", "\"1\"")])
    }
    let stored = handler.downloadDatafile(sdkKey: TestProject.key)
    #expect(stored == Data(SmallDatafile.revision("5").utf8))
    #expect(handler.downloadDatafile(sdkKey: TestProject.key) == nil)
    #expect(try await download(returnsUnchanged: false).get() == nil)
    #expect(try await download(returnsUnchanged: true).get() == stored)
  }

  @Test(arguments: [(29, true), (30, false), (0, false)])
  func `the handler has the polling interval of its client until the client is closed`(
    interval: Int,
    isShort: Bool
  ) {
    final class Log: OPTLogger, Sendable {
      static let messages = Locked<[String]>([])
      static var logLevel: OptimizelyLogLevel {
        get { .info }
        set {}
      }
      func log(level: OptimizelyLogLevel, message: String) {
        Self.messages.withLock { $0.append(message) }
      }
    }
    Log.messages.withLock { $0 = [] }
    let client = OptimizelyClient(
      sdkKey: TestProject.key,
      logger: Log(),
      eventDispatcher: project.sent,
      datafileHandler: handler,
      periodicDownloadInterval: interval,
      settings: project.settings
    )
    #expect(handler.hasPeriodicInterval(sdkKey: TestProject.key) == (interval > 0))
    #expect(Log.messages.withLock { $0.contains { $0.contains("30 seconds") } } == isShort)
    client.close()
    #expect(!handler.hasPeriodicInterval(sdkKey: TestProject.key))
  }
}
