import Foundation
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests what a client sends when it is closed.
struct ClosingTests {
  @Test(arguments: [false, true])
  func `closing a client sends its pending events`(ofApp: Bool) throws {
    let server = try LocalServer { _ in .text("") }
    var project = try TestProject()
    project.settings.eventsURL = server.url("/e")
    let dispatcher = DefaultEventDispatcher(
      folder: project.folder.path(of: "events"),
      settings: project.settings
    )
    let client = OptimizelyClient(
      sdkKey: TestProject.key,
      eventDispatcher: ofApp ? dispatcher : nil,
      settings: project.settings
    )
    try client.start(datafile: SmallDatafile.shop.text, doFetchDatafileBackground: false)
    try client.track(eventKey: "buy", userId: "ana")
    try client.track(eventKey: "buy", userId: "ben")
    #expect(server.requests.isEmpty)
    client.close()
    #expect(server.requests.count == 1)
    client.close()
    #expect(server.requests.count == 1)
  }

  @Test func `finish closes a dispatcher after the time limit, and unsent events stay stored`()
    throws
  {
    let server = try LocalServer { _ in .silent }
    let project = try TestProject()
    let folder = project.folder.path(of: "events")
    let dispatcher = FileEventDispatcher(folder: folder, settings: project.settings)
    try dispatcher.dispatch([EventForDispatch(address: server.url("/e"), head: "[", visitor: "1")])
    dispatcher.finish(within: .milliseconds(50))
    #expect(dispatcher.waitingCount == 1)
  }
}
