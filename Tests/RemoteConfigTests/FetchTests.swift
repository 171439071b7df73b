import Locking
import RemoteConfig
import Testing

/// Tests shared fetches and their cancellation.
@Suite(.timeLimit(.minutes(1)))
struct FetchTests {
  /// A `RemoteConfigKeeper` whose fetches wait until the test finishes them.
  private final class GatedKeeper: RemoteConfigKeeper, Sendable {
    struct Failure: Error {}

    private let state = Locked((count: 0, waiting: [CheckedContinuation<Void, any Error>]()))
    let begun: AsyncStream<Int>
    private let begin: AsyncStream<Int>.Continuation

    init() {
      (begun, begin) = AsyncStream.makeStream(of: Int.self)
    }

    var count: Int { state.withLock { $0.count } }

    func stringValueRepresentation(for key: any RemoteKey) -> String? { nil }

    func fetch() async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let count = state.withLock { state in
            state.count += 1
            state.waiting.append(continuation)
            return state.count
          }
          begin.yield(count)
        }
      } onCancel: {
        end(.failure(CancellationError()))
      }
    }

    func end(_ result: Result<Void, any Error>) {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      waiting.forEach { $0.resume(with: result) }
    }
  }

  @Test func `a fetch after a finished or failed fetch calls the RemoteConfigKeeper again`()
    async throws
  {
    let keeper = GatedKeeper()
    let service = SharedService(remoteConfigKeeper: keeper)
    var begun = keeper.begun.makeAsyncIterator()
    let first = Task { try await service.fetch() }
    #expect(await begun.next() == 1)
    keeper.end(.failure(GatedKeeper.Failure()))
    await #expect(throws: GatedKeeper.Failure.self) { try await first.value }
    let second = Task { try await service.fetch() }
    #expect(await begun.next() == 2)
    keeper.end(.success(()))
    try await second.value
  }

  @Test func `concurrent callers share one fetch`() async throws {
    let keeper = GatedKeeper()
    let service = SharedService(remoteConfigKeeper: keeper)
    var begun = keeper.begun.makeAsyncIterator()
    // An immediate task runs up to its first suspension, which is in the fetch, before the next
    // line.
    let callers = (0..<8).map { _ in Task.immediate { try await service.fetch() } }
    #expect(await begun.next() == 1)
    keeper.end(.success(()))
    for caller in callers { try await caller.value }
    #expect(keeper.count == 1)
  }

  @Test func `a fetch is cancelled when its last caller is cancelled`() async throws {
    let keeper = GatedKeeper()
    let service = SharedService(remoteConfigKeeper: keeper)
    var begun = keeper.begun.makeAsyncIterator()
    let callers = (0..<2).map { _ in Task.immediate { try await service.fetch() } }
    #expect(await begun.next() == 1)
    callers[0].cancel()
    await #expect(throws: CancellationError.self) { try await callers[0].value }
    let third = Task.immediate { try await service.fetch() }
    #expect(keeper.count == 1)
    callers[1].cancel()
    third.cancel()
    await #expect(throws: CancellationError.self) { try await callers[1].value }
    await #expect(throws: CancellationError.self) { try await third.value }
    let next = Task.immediate { try await service.fetch() }
    #expect(await begun.next() == 2)
    keeper.end(.success(()))
    try await next.value
  }

  @Test func `a cancelled caller does not affect the other callers`() async throws {
    let keeper = GatedKeeper()
    let service = SharedService(remoteConfigKeeper: keeper)
    var begun = keeper.begun.makeAsyncIterator()
    let callers = (0..<3).map { _ in Task.immediate { try await service.fetch() } }
    #expect(await begun.next() == 1)
    callers[1].cancel()
    await #expect(throws: CancellationError.self) { try await callers[1].value }
    keeper.end(.success(()))
    try await callers[0].value
    try await callers[2].value
    #expect(keeper.count == 1)
  }

  @Test func `a cancelled caller starts no fetch`() async {
    let keeper = GatedKeeper()
    let service = SharedService(remoteConfigKeeper: keeper)
    let caller = Task.immediate {
      withUnsafeCurrentTask { $0?.cancel() }
      try await service.fetch()
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(keeper.count == 0)
  }
}
