import Glibc
import Networking
import TestSupport
import Testing

/// Tests the event loop thread: load, cancellation and limits.
@Suite(.tags(.optimised), .serialized)
struct EngineTests {
  @Test func `each of a thousand requests ends when it is cancelled at a random moment`()
    async throws
  {
    let server = try LocalServer { _ in
      .slow(.text(String(repeating: "x", count: 50_000)), after: .milliseconds(2))
    }
    let client = HTTPClient(configuration: .forTests)
    var generator = SeededGenerator(seed: 1)
    let pauses = (0..<1_000).map { _ in
      Duration.microseconds(Int.random(in: 0...60_000, using: &generator))
    }
    let completed = await withTaskGroup(of: Bool.self) { group in
      for pause in pauses {
        group.addTask {
          let request = Task { try await client.send(HTTPRequest(url: server.url())) }
          // An error of the sleep only changes the moment of the cancellation.
          try? await Task.sleep(for: pause)
          request.cancel()
          switch await request.result {
          case .success(let response): return response.body.count == 50_000
          case .failure(let error):
            #expect(error as? HTTPError == .cancelled)
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(completed < 1_000)
    #expect(try await client.send(HTTPRequest(url: server.url())).status == 200)
  }

  @Test(.timeLimit(.minutes(1)))
  func `two thousand requests leak no file descriptor`() async throws {
    let server = try LocalServer { _ in .text("ok") }
    let client = HTTPClient(configuration: .forTests)
    func send(_ count: Int) async throws {
      for start in stride(from: 0, to: count, by: 20) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for index in start..<(start + 20) {
            var request = HTTPRequest(url: server.url())
            request.isFresh = index % 20 == 0
            group.addTask { [request] in _ = try await client.send(request) }
          }
          try await group.waitForAll()
        }
      }
    }
    // The threads of the server see a moment later that the client has closed a connection.
    func waitForPooledConnections() async {
      while server.openConnectionCount > 20 { await Task.yield() }
    }
    try await send(200)
    await waitForPooledConnections()
    let before = try descriptorCount()
    try await send(2_000)
    #expect(server.requests.count == 2_200)
    await waitForPooledConnections()
    server.stop()
    // The limit allows for files of parallel tests; a leak would add one descriptor for each
    // request.
    #expect(try descriptorCount() < before + 200)
  }

  @Test(
    .enabled(
      if: dlsym(nil, "__asan_init") == nil,
      "the address sanitizer delays the release of memory"
    )
  )
  func `ten thousand requests leak no memory`() async throws {
    // Runs in a separate process, because parallel tests allocate memory.
    await #expect(processExitsWith: .success) {
      let server = try LocalServer { _ in .text("ok") }
      server.forgetsRequests = true
      let client = HTTPClient(configuration: .forTests)
      for _ in 0..<2_000 { _ = try await client.send(HTTPRequest(url: server.url())) }
      let before = try residentPages()
      for _ in 0..<8_000 { _ = try await client.send(HTTPRequest(url: server.url())) }
      #expect(server.connectionCount == 1)
      #expect(try residentPages() < before + 256)
    }
  }

  @Test func `releasing a client closes its connections and ends its thread`() async throws {
    let server = try LocalServer { _ in .text("ok") }
    for _ in 0..<50 {
      let client = HTTPClient(configuration: .forTests)
      _ = try await client.send(HTTPRequest(url: server.url()))
    }
    #expect(server.connectionCount == 50)
    // The server keeps a connection open until its client closes it.
    await server.waitUntilIdle()
    #expect(server.openConnectionCount == 0)
  }

  @Test func `a request above the limit of concurrent transfers is queued`() async throws {
    let server = try LocalServer { _ in .slow(.text("ok"), after: .milliseconds(5)) }
    var configuration = HTTPClient.Configuration.forTests
    configuration.maximumTransfers = 3
    let client = HTTPClient(configuration: configuration)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<30 {
        group.addTask { try await client.send(HTTPRequest(url: server.url())).status }
      }
      for try await status in group {
        #expect(status == 200)
      }
    }
    #expect(server.connectionCount <= 3)
  }

  @Test func `the time in the queue counts toward the deadline`() async throws {
    let server = try LocalServer { _ in .silent }
    var configuration = HTTPClient.Configuration.forTests
    configuration.maximumTransfers = 1
    let client = HTTPClient(configuration: configuration)
    var first = HTTPRequest(url: server.url())
    first.deadline = .seconds(20)
    var second = first
    second.deadline = .milliseconds(100)
    let blocker = Task { [first] in try await client.send(first) }
    await server.waitForRequests()
    await #expect(throws: HTTPError.timedOut(.waiting, .deadline)) {
      try await client.send(second)
    }
    blocker.cancel()
    await #expect(throws: HTTPError.cancelled) { try await blocker.value }
  }

  @Test func `requests of cancelled tasks end while the event loop runs`() async throws {
    let server = try LocalServer { _ in .text("body") }
    let client = HTTPClient()
    _ = try await client.send(HTTPRequest(url: server.url()))
    for number in 0..<200 {
      let task = Task {
        // The task is cancelled before the request, and the event loop may execute the cancellation
        // before the request is submitted.
        withUnsafeCurrentTask { $0?.cancel() }
        let request = HTTPRequest(url: server.url())
        do throws(HTTPError) {
          if number.isMultiple(of: 2) {
            _ = try await client.send(request)
          } else {
            _ = try await client.stream(request)
          }
          return nil as HTTPError?
        } catch {
          return error
        }
      }
      #expect(await task.value == .cancelled)
    }
  }

  @Test func `a request of a cancelled task opens no connection`() async throws {
    let server = try LocalServer { _ in .text("ok") }
    let client = HTTPClient(configuration: .forTests)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.send(HTTPRequest(url: server.url()))
    }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    #expect(server.connectionCount == 0)
  }

  @Test func `a request uses the proxy of the environment variable http_proxy`() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try LocalServer { .text($0.target) }
      setenv("http_proxy", proxy.url(""), 1)
      setenv("no_proxy", "", 1)
      let client = HTTPClient()
      let response = try await client.send(HTTPRequest(url: "http://flags.example.test/"))
      #expect(response.text == "http://flags.example.test/")
    }
  }
}
