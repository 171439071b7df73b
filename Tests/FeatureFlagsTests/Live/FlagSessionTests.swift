import CoreTestSupport
import Locking
import Networking
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests sessions with real files and local servers.
@Suite(.tags(.concurrent))
struct FlagSessionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a session until the test releases this value, and records the events of the session.
  private final class Run: Sendable {
    let session: FlagSession
    let events: AsyncStream<SessionEvent>
    private let task: Task<Void, Never>

    init(_ session: FlagSession) {
      let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
      session.subscribe { continuation.yield($0) }
      self.session = session
      self.events = events
      task = Task { await session.run() }
    }

    deinit { session.stop() }

    /// Waits for the end of the next load; `nil` if the session ends before.
    func nextLoad() async -> LoadReport? {
      for await event in events {
        if case .loadEnded(let report) = event { return report }
      }
      return nil
    }

    /// Stops the session, and waits for its end.
    func stop() async {
      session.stop()
      await task.value
    }
  }

  private func session(
    of source: any Source,
    fallback: FileSource? = nil,
    trigger: SessionTrigger = .none,
    origin: Origin = .file
  ) -> FlagSession {
    let workspace = folder.workspace()
    let store = FlagStore(context: EvaluationContext(targetingKey: "ana"), workspace: workspace)
    let loader = ConfigurationLoader(
      source: source,
      fallback: fallback,
      cache: workspace,
      origin: origin
    )
    return FlagSession(store: store, loader: loader, trigger: trigger)
  }

  @Test func `a change of a watched file is loaded, and its difference is reported`() async throws {
    let path = try folder.write(#"[{"name":"A"}]"#, to: "Features.json")
    let settings = PollSettings(interval: .seconds(3600))
    let run = Run(
      session(of: FileSource(path: path), trigger: .fileChange(paths: [path], otherwise: settings))
    )
    let first = try #require(await run.nextLoad())
    #expect(first.cause == .request && first.difference.isEmpty)
    #expect(first.comparison.isEmpty)
    try folder.write(#"[{"name":"A","enabled":true},{"name":"B"}]"#, to: "Features.json")
    let second = try #require(await run.nextLoad())
    #expect(second.cause == .fileChange)
    #expect(second.difference.added == ["B"])
    #expect(second.comparison.added == ["B"])
    #expect(second.comparison.changed.map(\.name) == ["A"])
    #expect(second.comparison.changed.first?.fields.map(\.new) == ["true"])
    #expect(
      second.comparison.changed.first?.moves
        == [VariationMove(from: .disabled, to: .enabled, share: 100)]
    )
    #expect(run.session.store.features.map(\.name) == ["A", "B"])
    await run.stop()
  }

  @Test func `a file that changes after its load and before its watch starts is loaded again`()
    async throws
  {
    let path = try folder.write(#"[{"name":"A"}]"#, to: "Features.json")
    let settings = PollSettings(interval: .seconds(3600))
    let session = session(
      of: FileSource(path: path),
      trigger: .fileChange(paths: [path], otherwise: settings)
    )
    try session.start(with: try await session.load())
    try folder.write(#"[{"name":"A"},{"name":"B"}]"#, to: "Features.json")
    let run = Run(session)
    let load = try #require(await run.nextLoad())
    #expect(load.cause == .fileChange)
    #expect(load.difference.added == ["B"])
    await run.stop()
  }

  @Test func `a malformed file that is repaired before its watch starts is loaded again`()
    async throws
  {
    let path = try folder.write(#"[{"name":"A"}]"#, to: "Features.json")
    let source = FileSource(path: path)
    let settings = PollSettings(interval: .seconds(3600))
    let trigger = SessionTrigger.fileChange(paths: [path], otherwise: settings)
    _ = try await session(of: source).load()
    try folder.write("[", to: "Features.json")
    let session = session(of: source, trigger: trigger)
    let cached = try await session.load()
    #expect(cached.origin == .cache)
    try session.start(with: cached)
    try folder.write(#"[{"name":"A"},{"name":"B"}]"#, to: "Features.json")
    let run = Run(session)
    let load = try #require(await run.nextLoad())
    #expect(load.isRepaired && load.difference.added == ["B"])
    await run.stop()
  }

  @Test func `the features of a failing server stay active, and its recovery is reported once`()
    async throws
  {
    let server = try LocalServer { _ in .text(#"[{"name":"A"}]"#) }
    let settings = PollSettings(interval: .seconds(3600))
    let source = try RemoteSource(url: server.url("/features.json"))
    let run = Run(session(of: source, trigger: .poll(settings), origin: .remote))
    #expect(await run.nextLoad()?.failures.isEmpty == true)
    server.change { _ in .text("no", status: 500) }
    run.session.refresh()
    let failed = try #require(await run.nextLoad())
    #expect(failed.news.count == 1 && failed.loaded?.origin == .cache)
    #expect(run.session.store.features.map(\.name) == ["A"])
    run.session.refresh()
    #expect(await run.nextLoad()?.news.isEmpty == true)
    server.change { _ in .text(#"[{"name":"A"}]"#) }
    run.session.refresh()
    #expect(await run.nextLoad()?.isRepaired == true)
    run.session.refresh()
    #expect(await run.nextLoad()?.isRepaired == false)
    await run.stop()
  }

  @Test func `the deferred writes of the first load happen when finishWrites is called`()
    async throws
  {
    let path = try folder.write(
      #"[{"name":"A","test-variations":["x","y"]}]"#,
      to: "Features.json"
    )
    let workspace = folder.workspace()
    let store = FlagStore(workspace: workspace)
    let session = FlagSession(
      store: store,
      loader: ConfigurationLoader(source: FileSource(path: path), cache: workspace)
    )
    session.deferWrites()
    try session.start(with: try await session.load())
    let assignment = try #require(store.feature(named: "A")?.assignment)
    #expect(try workspace.lastGood() == nil)
    #expect(try workspace.assignments().isEmpty)
    session.finishWrites()
    #expect(try workspace.lastGood()?.bytes == Array(folder.read("Features.json").utf8))
    #expect(try workspace.assignments() == ["A": assignment])
  }

  @Test func `the failure of a deferred write is published, and added to the failures of the load`()
    async throws
  {
    let path = try folder.write(#"[{"name":"A"}]"#, to: "Features.json")
    // A file instead of a folder makes the write fail even for root.
    let blocked = try folder.write("", to: "blocked")
    let workspace = Workspace(name: "w", source: path, stateRoot: blocked, cacheRoot: blocked)
    let session = FlagSession(
      store: FlagStore(context: EvaluationContext(targetingKey: "ana"), workspace: workspace),
      loader: ConfigurationLoader(source: FileSource(path: path), cache: workspace)
    )
    session.deferWrites()
    let loaded = try await session.load()
    #expect(loaded.failures.isEmpty)
    // Ignores the error: the unreadable overrides of the workspace are not the subject.
    try? session.start(with: loaded)
    let published = Locked<[LoadFailure]>([])
    session.subscribe { event in
      if case .notWritten(let failures, _) = event { published.withLock { $0 += failures } }
    }
    session.finishWrites()
    let failures = published.withLock { $0 }
    guard case .workspace(.unwritable) = failures.first else {
      Issue.record("found \(failures), expected an unwritable cache")
      return
    }
    #expect(session.failures == failures)
    #expect(session.loaded?.failures == failures)
  }

  @Test func `an override is published to subscribers before the call that sets it returns`()
    async throws
  {
    let session = session(of: InMemorySource(name: "s", text: #"[{"name":"A"}]"#))
    try session.start(with: try await session.load())
    let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    session.subscribe { continuation.yield($0) }
    try session.store.apply(.set([.enabled(true)], for: ["A"]))
    continuation.finish()
    var changed: [Feature.Name] = []
    for await case .changed(let change) in events {
      if case .overridden(let features) = change.kind { changed += features.map(\.name) }
    }
    #expect(changed == ["A"])
  }

  @Test func `a source with a document for each user is read again when the user changes`()
    async throws
  {
    let server = try LocalServer { .text(#"[{"name":"\#($0.target.dropFirst())"}]"#) }
    let run = Run(session(of: UserSource(server: server.url(), user: "ana"), origin: .remote))
    #expect(await run.nextLoad()?.loaded?.configuration.features.map(\.name) == ["ana"])
    try run.session.setContext(EvaluationContext(targetingKey: "ben"))
    let report = try #require(await run.nextLoad())
    #expect(report.cause == .user)
    #expect(run.session.store.features.map(\.name) == ["ben"])
    await run.stop()
  }

  @Test func `a source that changes during a load is loaded again after that load`() async throws {
    let source = HeldSource()
    let run = Run(session(of: source))
    for await _ in source.started { break }
    run.session.request(.fileChange)
    source.release.finish()
    #expect(await run.nextLoad()?.loaded?.configuration.features.map(\.name) == ["read 1"])
    let report = try #require(await run.nextLoad())
    #expect(report.cause == .fileChange)
    #expect(report.loaded?.configuration.features.map(\.name) == ["read 2"])
    await run.stop()
  }

  /// The failure of a server that closes the connection after a number of bytes.
  private static func cut(_ bytes: Int) -> LoadFailure {
    .source(.unreachable("s", .interrupted(got: bytes, of: 100)))
  }

  @Test
  func `an interrupted connection is reported once, even if the number of received bytes varies`() {
    var memory = FailureMemory()
    #expect(memory.record([Self.cut(9)], isBroken: true).news == [Self.cut(9)])
    #expect(memory.record([Self.cut(12)], isBroken: true).news.isEmpty)
    let missing = LoadFailure.source(.missing("fallback.json"))
    let both = memory.record([Self.cut(3), missing], isBroken: true)
    #expect(both.news == [missing] && !both.isRepaired)
    #expect(memory.failures.count == 2)
    let repaired = memory.record([missing], isBroken: false)
    #expect(repaired.news.isEmpty && repaired.isRepaired)
    #expect(!memory.record([], isBroken: false).isRepaired)
  }
}

/// A source that returns a different document for each user.
private struct UserSource: Source {
  let server: String
  let user: String

  var name: String { server + user }
  var address: String? { name }

  func read() async throws(SourceError) -> [UInt8] {
    try await RemoteSource(url: server + user).read()
  }

  func source(for context: EvaluationContext) -> any Source {
    UserSource(server: server, user: context.targetingKey ?? "")
  }
}

/// A source whose document contains the number of reads so far; each read suspends until the test
/// finishes the stream `release`.
private final class HeldSource: Source {
  let name = "held"
  let started: AsyncStream<Void>
  let release: AsyncStream<Void>.Continuation
  private let reading: AsyncStream<Void>.Continuation
  private let released: AsyncStream<Void>
  private let count = Locked(0)

  init() {
    (started, reading) = AsyncStream.makeStream()
    (released, release) = AsyncStream.makeStream()
  }

  func read() async throws(SourceError) -> [UInt8] {
    let number = count.withLock { count in
      count += 1
      return count
    }
    reading.yield()
    for await _ in released {}
    return Array(#"[{"name":"read \#(number)"}]"#.utf8)
  }
}
