import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests events for the Optimizely Data Platform with a local server.
struct OdpEventTests {
  private func client(
    _ host: String?,
    change: (inout OptimizelySdkSettings) -> Void = { _ in }
  ) throws -> (OptimizelyClient, TestProject) {
    var project = try TestProject()
    change(&project.settings)
    return (try project.started(SegmentTests.datafile(host)), project)
  }

  private func events(_ server: LocalServer) throws -> [DataValue] {
    try server.requests.flatMap {
      try DataValue(json: String(decoding: $0.body, as: UTF8.self)).items
    }
  }

  @Test func `an ODP event is sent with its own data and the common data of all ODP events`()
    async throws
  {
    let server = try LocalServer { _ in .text("") }
    let (client, _) = try client(server.url("")) { $0.makeID = { "the-id" } }
    try client.sendOdpEvent(
      action: "bought",
      identifiers: ["FS-USER-ID": "ana"],
      data: ["price": 2.5, "gift": nil, "os": "mine"]
    )
    await server.waitForRequests(1)
    let request = try #require(server.requests.first)
    #expect(request.target == "/v3/events")
    #expect(request.headers["x-api-key"] == "the-key")
    let event = try #require(try events(server).first)
    #expect(event["type"] == "fullstack")
    #expect(event["action"] == "bought")
    #expect(event["identifiers"] == .object(["fs_user_id": "ana"]))
    let data = try #require(event["data"])
    #expect(data["idempotence_id"] == "the-id")
    #expect(data["data_source"] == "swift-sdk")
    #expect(data["price"] == 2.5)
    #expect(data["gift"] == .null)
    #expect(data["os"] == "mine")
  }

  @Test func `sending an invalid ODP event throws an error`() throws {
    let (client, project) = try client("http://127.0.0.1:1")
    #expect(throws: OptimizelyError.odpInvalidAction) { try client.sendOdpEvent(action: "") }
    #expect(throws: OptimizelyError.odpInvalidData) {
      try client.sendOdpEvent(action: "", data: ["list": [1]])
    }
    #expect(throws: OptimizelyError.odpInvalidAction) {
      try project.client().sendOdpEvent(action: "")
    }
    #expect(throws: OptimizelyError.odpNotIntegrated) {
      try self.client(nil).0.sendOdpEvent(action: "a")
    }
    #expect(throws: OptimizelyError.odpNotEnabled) {
      try self.client("http://127.0.0.1:1") { $0.disableOdp = true }.0.sendOdpEvent(action: "a")
    }
  }

  @Test func `the visitor id is created once, and the events for a start and a user contain it`()
    async throws
  {
    let server = try LocalServer { _ in .text("") }
    let (client, project) = try client(server.url("")) { $0.enableVuid = true }
    let vuid = try #require(client.vuid)
    #expect(vuid.hasPrefix("vuid_"))
    #expect(vuid.utf8.count == 32)
    #expect(project.client().vuid == vuid)
    #expect(client.createUserContext()?.userId == vuid)
    _ = client.createUserContext(userId: "ana")
    while try events(server).count < 2 { await Task.yield() }
    let events = try events(server)
    #expect(events.map { $0["action"] } == ["client_initialized", "identified"])
    #expect(
      events[1]["identifiers"] == .object(["fs_user_id": "ana", "vuid": .string(vuid)])
    )
  }

  @Test
  func `events before the start are sent after the start, or dropped without a data platform`()
    async throws
  {
    let server = try LocalServer { _ in .text("") }
    for host in [server.url(""), nil] {
      var project = try TestProject()
      project.settings.enableVuid = true
      let client = project.client()
      try client.sendOdpEvent(action: "early", data: ["number": Int64.max])
      _ = client.createUserContext(userId: "ana")
      _ = client.createUserContext(userId: "")
      try client.start(
        datafile: SegmentTests.datafile(host).text,
        doFetchDatafileBackground: false
      )
      while host != nil, try events(server).count < 3 { await Task.yield() }
      client.close()
      #expect(project.problems.withLock { $0 } == [])
    }
    let events = try events(server)
    #expect(events.map { $0["action"] } == ["client_initialized", "early", "identified"])
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.contains { $0.contains(#""number":9223372036854775807"#) })
  }

  @Test func `before the start at most 100 events are queued, and a further event is rejected`()
    throws
  {
    let client = try TestProject().client()
    for _ in 0..<100 { try client.sendOdpEvent(action: "early") }
    #expect(throws: OptimizelyError.eventQueueFull(limit: 100)) {
      try client.sendOdpEvent(action: "early")
    }
  }

  @Test(arguments: [(403, 0), (404, 0), (429, 1), (503, 1)])
  func `an event is dropped after status 403 and 404, and stays stored after 429 and 503`(
    status: Int,
    waiting: Int
  ) async throws {
    let server = try LocalServer { _ in .text("", status: status) }
    let (client, project) = try client(server.url(""))
    try client.sendOdpEvent(action: "one")
    await server.waitForRequests(1)
    while waiting == 0, project.problems.withLock({ $0.isEmpty }) { await Task.yield() }
    client.close()
    let stored = FileEventDispatcher(folder: project.workspace.stateFolder + "/odp")
    // The event is removed after the report.
    while stored.waitingCount > waiting { await Task.yield() }
    #expect(stored.waitingCount == waiting)
  }

  @Test func `an event that could not be sent is sent after the next start`() async throws {
    let status = Locked(503)
    let server = try LocalServer { _ in .text("", status: status.withLock { $0 }) }
    let project = try TestProject()
    do {
      let client = try project.started(SegmentTests.datafile(server.url("")))
      try client.sendOdpEvent(action: "stored")
      await server.waitForRequests(1)
      client.close()
    }
    status.withLock { $0 = 200 }
    let client = try project.started(SegmentTests.datafile(server.url("")))
    await server.waitForRequests(2)
    #expect(try events(server).map { $0["action"] } == ["stored", "stored"])
    client.close()
  }

  @Test
  func `with enableVuid a client has a visitor id even if the app's ODP manager is disabled`()
    throws
  {
    var project = try TestProject()
    project.settings.enableVuid = true
    for isOff in [false, true] {
      let manager = OdpManager(
        sdkKey: TestProject.key,
        disable: isOff,
        cacheSize: 5,
        cacheTimeoutInSecs: 60
      )
      let client = OptimizelyClient(
        sdkKey: TestProject.key,
        eventDispatcher: project.sent,
        odpManager: manager,
        settings: project.settings
      )
      #expect(client.createUserContext()?.userId == client.vuid)
      #expect(client.vuid != nil)
      #expect(client.odpManager.enabled == !isOff)
    }
  }

  @Test func `createUserContext without a user id returns nil unless the visitor id is enabled`()
    throws
  {
    let (client, _) = try client("http://127.0.0.1:1")
    #expect(client.vuid == nil)
    #expect(client.createUserContext(attributes: ["a": 1]) == nil)
  }
}
