import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Usages

@testable import halyard

/// Tests the search for usages in the background of the screen.
struct UsageFinderTests {
  @Test
  func `after the result of the last search for usages, no result of a cancelled search arrives`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("isOn(\"New Cart\", \"Layout\", \"Layout\")", to: "a.swift")
    let (woken, wake) = AsyncStream.makeStream(of: Void.self)
    let inbox = Inbox(time: DashboardClock()) { wake.yield() }
    let finder = UsageFinder(inbox: inbox)
    finder.perform(.find("New Cart", folders: [folder.path]))
    finder.perform(.cancel)
    finder.perform(.find("Layout", folders: [folder.path]))
    for await _ in woken {
      var events = inbox.removeAll()
      while let event = events.removeFirst() {
        guard case .usages("Layout", let progress) = event else { continue }
        guard case .found(let report) = progress else { continue }
        #expect(report.usages.map(\.feature) == ["Layout", "Layout"])
        #expect(events.isEmpty)
        return
      }
    }
  }

  @Test func `a search for usages in a folder that does not exist fails with the reason`() {
    let progress = UsageProgress(searching: ["/nowhere"], for: "New Cart")
    #expect(progress == .failed("/nowhere cannot be searched: No such file or directory."))
  }
}
