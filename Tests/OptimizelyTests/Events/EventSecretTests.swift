import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests that the queue of events contains no secret of a URL, and that they are sent nevertheless.
struct EventSecretTests {
  private let project: TestProject
  private let problems = Locked<[String]>([])

  init() throws {
    project = try TestProject()
  }

  /// A dispatcher like that of a new process, which sends each event at once.
  private func dispatcher(eventsURL: String? = nil) -> FileEventDispatcher {
    var settings = project.settings
    settings.clock = ManualClock()
    settings.eventsURL = eventsURL
    settings.events.interval = .zero
    let problems = problems
    settings.onProblem = { error in problems.withLock { $0.append("\(error)") } }
    return FileEventDispatcher(folder: project.workspace.stateFolder, settings: settings)
  }

  private var queue: String {
    get throws {
      let path = project.workspace.stateFolder + "/events.queue"
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }

  private func event(_ url: String, _ visitor: String = "1") -> EventForDispatch {
    EventForDispatch(address: url, head: "[", visitor: visitor)
  }

  @Test func `the secret of a URL is not stored in any spelling, and the whole URL is requested`()
    async throws
  {
    let server = try LocalServer { _ in .text("", status: 503) }
    let urls = SecretAddress.accepted(at: "127.0.0.1:\(server.port)")
    let first = dispatcher()
    try first.dispatch((urls + SecretAddress.all).map { event($0) })
    await first.flush()
    first.close()
    #expect(!(try queue.contains(SecretAddress.secret)))
    server.change { _ in .text("") }
    let second = dispatcher()
    // The events of all URLs before the first mistyped one can be sent.
    try second.dispatch(urls.map { event($0, "2") })
    await second.flush()
    let targets = server.requests.map(\.target)
    for url in urls {
      let target = "/" + String(try #require(url.split(separator: "/", maxSplits: 2).last))
      #expect(targets.contains(target), "\(url)")
    }
    #expect(server.requests.contains { $0.headers["authorization"] == "Basic dTpodXNo" })
    #expect(!"\(problems.withLock { $0 })".contains(SecretAddress.secret))
  }

  @Test
  func `events of an earlier process are sent when the settings contain the URL of the events`()
    async throws
  {
    let server = try LocalServer { _ in .text("", status: 503) }
    let url = "http://u:hush@127.0.0.1:\(server.port)/e?token=hush"
    let first = dispatcher(eventsURL: url)
    try first.dispatch([event(url)])
    await first.flush()
    first.close()
    server.change { _ in .text("") }
    let count = server.requests.count
    let other = dispatcher(eventsURL: url.replacing("token=hush", with: "token=other"))
    await other.flush()
    await other.flush()
    other.close()
    #expect(server.requests.count == count, "the events are for another token")
    #expect(other.waitingCount == 1)
    let reports = problems.withLock { $0 }
    #expect(reports.count == 1)
    let shown = "http://127.0.0.1:\(server.port)/e?token=…: events are stored without"
    #expect(reports.first?.contains(shown) == true, "\(reports)")
    let last = dispatcher(eventsURL: url.replacing("u:hush", with: "u:changed"))
    await last.flush()
    #expect(last.waitingCount == 0)
    #expect(server.requests.last?.target == "/e?token=hush")
  }

  @Test func `an event is sent even if an event whose URL secret is unknown is queued before it`()
    async throws
  {
    let server = try LocalServer { _ in .text("", status: 503) }
    let first = dispatcher()
    try first.dispatch([event(server.url("/a?token=hush"))])
    await first.flush()
    first.close()
    server.change { _ in .text("") }
    let second = dispatcher()
    try second.dispatch([event(server.url("/b"), "2")])
    await second.flush()
    await second.flush()
    #expect(server.requests.last?.target == "/b")
    #expect(second.waitingCount == 1)
  }

  @Test func `a URL without secrets is stored unchanged, and its event is sent after a restart`()
    async throws
  {
    let server = try LocalServer { _ in .text("", status: 503) }
    let first = dispatcher()
    try first.dispatch([event(server.url("/v1/events?page=2"))])
    await first.flush()
    first.close()
    #expect(try queue.contains("\t\(server.url("/v1/events?page=2"))\t"))
    server.change { _ in .text("") }
    let second = dispatcher()
    await second.flush()
    #expect(second.waitingCount == 0)
  }

  @Test func `the description of an event does not contain the secrets of its URL`() {
    #expect("\(event("http://u:hush@h/e?id=1"))" == "[url] http://h/e?id=… ([1])")
  }
}
