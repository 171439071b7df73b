import FeatureFlags
import Foundation
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the datafile of a client after a synchronous start, and its background download.
struct SyncStartTests {
  typealias Local = AsyncStartTests.Local

  @Test(arguments: Local.allCases, Local.allCases)
  func `the cached datafile takes precedence over the bundled one`(cache: Local, bundle: Local)
    throws
  {
    let server = try LocalServer { _ in .text("no request is expected", status: 500) }
    let project = try TestProject(server)
    try cache.keep(in: project)
    let client = project.client()
    let bundled = bundle.bundled ?? Data()
    // Drops the error, which other tests check.
    try? client.start(datafile: bundled, doFetchDatafileBackground: false)
    let expected: Origin? = cache == .valid ? .cache : bundle == .valid ? .bundled : nil
    #expect(client.loaded?.origin == expected, "\(client.attempts)")
    #expect(server.requests.isEmpty)
    #expect(client.loaded?.date == (cache == .valid ? Date(timeIntervalSince1970: 0) : nil))
  }

  @Test func `a malformed cache file is ignored`() throws {
    let project = try TestProject()
    try project.keep(SmallDatafile.revision("stored"))
    let folder = project.workspace.cacheFolder
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let client = project.client()
    try client.start(
      datafile: SmallDatafile.revision("bundled"),
      doFetchDatafileBackground: false
    )
    #expect(client.loaded?.origin == .bundled)
    #expect(client.attempts.map(\.place) == [.cache, .bundled])
  }

  @Test func `a client with an empty SDK key caches and requests nothing`() async throws {
    let server = try LocalServer { _ in .text(SmallDatafile.revision("2")) }
    var project = try TestProject(server)
    project.settings.polling = .every(.seconds(1))
    let client = OptimizelyClient(
      sdkKey: "",
      eventDispatcher: project.sent,
      settings: project.settings
    )
    try client.start(datafile: SmallDatafile.revision("1"))
    await client.update(appliesAtOnce: true)
    #expect(client.loaded?.datafile.revision == "1")
    #expect(server.requests.isEmpty)
    #expect(try project.workspace.lastGood() == nil)
  }

  /// Each argument contains: whether a downloaded datafile becomes active at once, the polling
  /// preset, and the revisions that are active after the download and after the next start.
  @Test(arguments: [
    (false, DatafilePolling.off, "1", "2"),
    (true, .off, "2", "2"),
    (true, .olderManager(), "2", "2"),
    (false, .every(.seconds(600)), "2", "2"),
    (false, .olderManager(every: .seconds(600)), "1", "2"),
  ])
  func `the settings decide if a background download is active at once or at the next start`(
    updates: Bool,
    polling: DatafilePolling,
    now: String,
    next: String
  ) async throws {
    let server = try LocalServer { _ in .text(SmallDatafile.revision("2")) }
    var project = try TestProject(server)
    project.settings.polling = polling
    project.settings.clock = ManualClock()
    let client = project.client()
    let attempts = Attempts(client)
    try client.start(
      datafile: SmallDatafile.revision("1"),
      doUpdateConfigOnNewDatafile: updates
    )
    await attempts.wait { $0.contains { $0.place == .remote } }
    #expect(client.loaded?.datafile.revision == now)
    #expect(client.pendingRevision == (now == next ? nil : next))
    let again = project.client()
    try again.start(datafile: SmallDatafile.revision("1"), doFetchDatafileBackground: false)
    #expect(again.loaded?.datafile.revision == next)
  }
}

/// Waits until the recorded datafile downloads of a client meet a condition.
struct Attempts {
  private let client: OptimizelyClient

  init(_ client: OptimizelyClient) { self.client = client }

  func wait(until isThere: ([DatafileAttempt]) -> Bool) async {
    while !isThere(client.attempts) { await Task.yield() }
  }
}
