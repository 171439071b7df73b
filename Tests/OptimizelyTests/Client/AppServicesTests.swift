import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests loggers, dispatchers, profile services and datafile handlers that an app implements.
struct AppServicesTests {
  private let project: TestProject

  init() throws {
    project = try TestProject()
  }

  /// A logger that records its messages; `OPTLogger` requires a static log level.
  private final class Log: OPTLogger, Sendable {
    static let level = Locked(OptimizelyLogLevel.debug)
    static var logLevel: OptimizelyLogLevel {
      get { level.withLock { $0 } }
      set { level.withLock { $0 = newValue } }
    }
    let messages = Locked<[String]>([])

    func log(level: OptimizelyLogLevel, message: String) {
      messages.withLock { $0.append("\(level.name) \(message)") }
    }
  }

  private final class Dispatcher: OPTEventDispatcher {
    let events = Locked<[EventForDispatch]>([])
    let failure: OptimizelyError?

    init(failure: OptimizelyError? = nil) { self.failure = failure }

    func dispatchEvent(event: EventForDispatch, completionHandler: DispatchCompletionHandler?) {
      events.withLock { $0.append(event) }
      completionHandler?(failure.map { .failure($0) } ?? .success(event.body))
    }

    func flushEvents() {}
  }

  private final class Handler: OPTDatafileHandler {
    // Unchecked: the closure `change` is not Sendable, but the tests call it from one thread.
    struct State: @unchecked Sendable {
      var remote: OptimizelyResult<Data?> = .success(nil)
      var saved: Data?
      var change: ((Data) -> Void)?
      var isStopped = false
    }

    let state = Locked(State())
    var endPointStringFormat = "%@"

    func setPeriodicInterval(sdkKey: String, interval: Int) {}
    func hasPeriodicInterval(sdkKey: String) -> Bool { false }
    func downloadDatafile(sdkKey: String) -> Data? { nil }
    func downloadDatafile(
      sdkKey: String,
      returnCacheIfNoChange: Bool,
      resourceTimeoutInterval: Double?,
      completionHandler: @escaping DatafileDownloadCompletionHandler
    ) {
      completionHandler(state.withLock { $0.remote })
    }
    func startUpdates(sdkKey: String, datafileChangeNotification: ((Data) -> Void)?) {
      state.withLock { $0.change = datafileChangeNotification }
    }
    func stopUpdates(sdkKey: String) { state.withLock { $0.isStopped = true } }
    func stopAllUpdates() {}
    func saveDatafile(sdkKey: String, dataFile: Data) {}
    func loadSavedDatafile(sdkKey: String) -> Data? { state.withLock { $0.saved } }
    func isDatafileSaved(sdkKey: String) -> Bool { false }
    func removeSavedDatafile(sdkKey: String) {}
  }

  private func client(
    logger: (any OPTLogger)? = nil,
    dispatcher: (any OPTEventDispatcher)? = nil,
    handler: (any OPTDatafileHandler)? = nil
  ) -> OptimizelyClient {
    OptimizelyClient(
      sdkKey: TestProject.key,
      logger: logger,
      eventDispatcher: dispatcher ?? project.sent,
      datafileHandler: handler,
      settings: project.settings
    )
  }

  private func data(_ revision: String) -> Data { Data(SmallDatafile.revision(revision).utf8) }

  @Test
  func `an app's logger receives background errors, and decision reasons at level debug`()
    throws
  {
    let log = Log()
    let client = client(logger: log)
    #expect(!client.isFeatureEnabled(featureKey: "cart", userId: "ana"))
    #expect(
      log.messages.withLock { $0 } == ["ERROR Optimizely SDK not configured properly yet."]
    )
    try client.start(datafile: data("1"), doFetchDatafileBackground: false)
    let decision = client.createUserContext(userId: "ana").decide(key: "cart")
    #expect(decision.reasons.isEmpty)
    #expect(
      log.messages.withLock { $0.last }
        == "DEBUG User (ana) is in variation (on) of experiment (cart_test)"
    )
  }

  @Test func `an app's dispatcher receives each event with its URL and body`() throws {
    let dispatcher = Dispatcher()
    let client = client(dispatcher: dispatcher)
    try client.start(datafile: data("1"), doFetchDatafileBackground: false)
    _ = client.createUserContext(userId: "ana").decideAll()
    let events = dispatcher.events.withLock { $0 }
    #expect(
      events.map(\.url.absoluteString)
        == Array(repeating: "https://logx.optimizely.com/v1/events", count: 2)
    )
    let body = try #require(JSONSerialization.jsonObject(with: events[0].body) as? [String: Any])
    #expect(body["revision"] as? String == "1")
    #expect(client.eventDispatcher as? Dispatcher === dispatcher)
  }

  @Test func `an error of an app's dispatcher is reported as a problem of the client`() throws {
    let client = client(dispatcher: Dispatcher(failure: .eventDispatchFailed("full")))
    try client.start(datafile: data("1"), doFetchDatafileBackground: false)
    try client.track(eventKey: "buy", userId: "ana")
    #expect(project.problems.withLock { $0 } == [.eventDispatchFailed("full")])
  }

  @Test(
    arguments: [
      (OptimizelyResult<Data?>.success(Data(SmallDatafile.revision("2").utf8)), "1", "2"),
      (.success(nil), "1", "1"), (.failure(.datafileDownloadFailed("off")), "1", "1"),
      (.failure(.datafileDownloadFailed("off")), nil, nil),
    ] as [(OptimizelyResult<Data?>, String?, String?)]
  )
  func `an app's datafile handler is used instead of the server and the cache`(
    remote: OptimizelyResult<Data?>,
    saved: String?,
    revision: String?
  ) async throws {
    let handler = Handler()
    handler.state.withLock { $0.remote = remote }
    handler.state.withLock { $0.saved = saved.map(data) }
    let client = client(handler: handler)
    let error: OptimizelyError?
    do {
      try await client.start()
      error = nil
    } catch let failure {
      error = failure as? OptimizelyError
    }
    #expect(client.loaded?.datafile.revision == revision)
    #expect(error == (revision == nil ? .datafileDownloadFailed("off") : nil))
    client.close()
    #expect(handler.state.withLock { $0.isStopped })
  }

  @Test func `a datafile that an app's handler has polled becomes active immediately`() throws {
    let handler = Handler()
    let client = client(handler: handler)
    try client.start(datafile: data("1"), doFetchDatafileBackground: false)
    let change = try #require(handler.state.withLock { $0.change })
    change(data("2"))
    #expect(client.loaded?.datafile.revision == "2")
    change(Data("{}".utf8))
    #expect(client.loaded?.datafile.revision == "2")
  }

  @Test func `a start with a datafile handler that never completes fails after the timeout`()
    async throws
  {
    final class Silent: OPTDatafileHandler {
      let timeout = Locked<Double?>(nil)
      var endPointStringFormat = "%@"
      func setPeriodicInterval(sdkKey: String, interval: Int) {}
      func hasPeriodicInterval(sdkKey: String) -> Bool { false }
      func downloadDatafile(sdkKey: String) -> Data? { nil }
      func downloadDatafile(
        sdkKey: String,
        returnCacheIfNoChange: Bool,
        resourceTimeoutInterval: Double?,
        completionHandler: @escaping DatafileDownloadCompletionHandler
      ) {
        timeout.withLock { $0 = resourceTimeoutInterval }
      }
      func startUpdates(sdkKey: String, datafileChangeNotification: ((Data) -> Void)?) {}
      func stopUpdates(sdkKey: String) {}
      func stopAllUpdates() {}
      func saveDatafile(sdkKey: String, dataFile: Data) {}
      func loadSavedDatafile(sdkKey: String) -> Data? { nil }
      func isDatafileSaved(sdkKey: String) -> Bool { false }
      func removeSavedDatafile(sdkKey: String) {}
    }
    let handler = Silent()
    let client = client(handler: handler)
    await #expect(throws: OptimizelyError.self) { try await client.start(resourceTimeout: 0.25) }
    #expect(handler.timeout.withLock { $0 } == 0.25)
  }

  @Test func `the default dispatcher sends stored events, and reports rejected events`()
    async throws
  {
    let status = Locked(503)
    let server = try LocalServer { _ in .text("", status: status.withLock { $0 }) }
    var settings = project.settings
    settings.events.interval = .zero
    let folder = project.folder.path(of: "events")
    let event = EventForDispatch(url: URL(string: server.url("/e")), body: Data("{\n}".utf8))
    let first = DefaultEventDispatcher(folder: folder, settings: settings)
    first.dispatchEvent(event: event, completionHandler: nil)
    await server.waitForRequests(1)
    // Closing tries to send the event again.
    first.close()
    await server.waitForRequests(2)
    status.withLock { $0 = 400 }
    let second = DefaultEventDispatcher(folder: folder, settings: settings)
    let client = client(dispatcher: second)
    try client.start(datafile: data("1"), doFetchDatafileBackground: false)
    await server.waitForRequests(3)
    while project.problems.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(project.problems.withLock { "\($0)" }.contains("400"))
    #expect(server.requests.map(\.body) == Array(repeating: Array("{ }".utf8), count: 3))
    client.close()
  }

  @Test func `the default datafile handler downloads, stores and removes datafiles`() async throws {
    let server = try LocalServer { _ in .text(SmallDatafile.revision("5")) }
    let handler = DefaultDatafileHandler()
    handler.adopt(project.settings)
    handler.endPointStringFormat = server.url("/%@.json")
    #expect(!handler.isDatafileSaved(sdkKey: "k"))
    let settings = project.settings
    let data = try await onThread {
      let handler = DefaultDatafileHandler()
      handler.adopt(settings)
      handler.endPointStringFormat = server.url("/%@.json")
      return handler.downloadDatafile(sdkKey: "k")
    }
    #expect(data == self.data("5"))
    #expect(server.requests.first?.target == "/k.json")
    #expect(handler.loadSavedDatafile(sdkKey: "k") == data)
    handler.removeSavedDatafile(sdkKey: "k")
    #expect(handler.loadSavedDatafile(sdkKey: "k") == nil)
    handler.saveDatafile(sdkKey: "k", dataFile: Data("{}".utf8))
    #expect(!handler.isDatafileSaved(sdkKey: "k"))
    handler.saveDatafile(sdkKey: "k", dataFile: self.data("6"))
    #expect(handler.isDatafileSaved(sdkKey: "k"))
  }

  @Test func `a client uses a URL that is set on its datafile handler after its creation`()
    async throws
  {
    let server = try LocalServer { _ in .text(SmallDatafile.revision("5")) }
    let client = client()
    client.datafileHandler?.endPointStringFormat = server.url("/other/%@.json")
    try await client.start()
    #expect(server.requests.map(\.target) == ["/other/test-key.json"])
  }

  @Test func `a collecting dispatcher stores an event and completes with the body of the event`()
    throws
  {
    let event = EventForDispatch(body: Data(#"{"a":1}"#.utf8))
    #expect(event.url.absoluteString == "https://logx.optimizely.com/v1/events")
    let results = Locked<[OptimizelyResult<Data>]>([])
    project.sent.dispatchEvent(event: event) { result in results.withLock { $0.append(result) } }
    #expect(results.withLock { $0 } == [.success(event.body)])
    #expect(project.sent.events == [event])
  }
}
