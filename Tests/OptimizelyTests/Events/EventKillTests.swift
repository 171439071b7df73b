import Dispatch
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests processes that are killed while they track events, with an unreliable event service.
struct EventKillTests {
  private static let count = 10_000

  /// The event service: accepts most requests, and rejects, drops or delays others.
  private final class Sink: Sendable {
    struct State {
      var requests = 0
      /// The accepted events of each user, in the order of their arrival.
      var accepted: [String: [Int]] = [:]
      var responses: [String: Int] = [:]
    }

    let state = Locked(State())
    /// Signalled after each request.
    let arrivals = DispatchSemaphore(value: 0)

    /// Waits for `count` more requests; `false` after a timeout.
    func waitForRequests(_ count: Int) -> Bool {
      while arrivals.wait(timeout: .now()) == .success {}
      return (0..<count).allSatisfy { _ in arrivals.wait(timeout: .now() + 30) == .success }
    }

    func response(_ request: LocalRequest) -> LocalResponse {
      defer { arrivals.signal() }
      let number = state.withLock { state in
        state.requests += 1
        return state.requests
      }
      switch number % 60 {
      case 0..<4: return count("500", .text("", status: 500))
      case 10..<13: return count("down", LocalResponse([.reset]))
      case 20: return count("silent", .silent)
      case 30..<36:
        take(request)
        return count("slow", .slow(.text(""), after: .milliseconds(10)))
      // Accepts the events, but drops the response: the client sends them again.
      case 40:
        take(request)
        return count("lost", LocalResponse([.reset]))
      default:
        take(request)
        return count("up", .text(""))
      }
    }

    private func count(_ kind: String, _ response: LocalResponse) -> LocalResponse {
      state.withLock { $0.responses[kind, default: 0] += 1 }
      return response
    }

    private func take(_ request: LocalRequest) {
      // Drops the parse error: the final comparison detects missing events.
      let body = try? DataValue(json: String(decoding: request.body, as: UTF8.self))
      for visitor in body?["visitors"]?.items ?? [] {
        let event = visitor["snapshots"]?.items.first?["events"]?.items.first
        guard let user = visitor["visitor_id"]?.text, let number = event?["tags"]?["number"]?.number
        else { continue }
        state.withLock { $0.accepted[user, default: []].append(number) }
      }
    }
  }

  @Test func `killing processes loses no event, and the events of each user stay in order`()
    async throws
  {
    // A dedicated thread: other tests must not delay the kills.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try self.trackAndKill() }) }
    }
  }

  private func trackAndKill() throws {
    let folder = try TemporaryFolder()
    let sink = Sink()
    let server = try LocalServer { sink.response($0) }
    let journal = EventJournal(folder: folder.path + "/state/test", limit: .max)
    var generator = SeededGenerator(seed: 6)
    var next = 0
    var kills = 0
    while next < Self.count {
      let output = folder.path(of: "output-\(kills)")
      let probe = try ProbeProcess(
        ["track", folder.path, server.url("/v1/events"), "\(next)", "\(Self.count)"],
        of: "event-probe",
        output: output
      )
      guard kills < 12 else {
        #expect(probe.wait() == .exited(0))
        next = Self.count
        break
      }
      #expect(sink.waitForRequests(Int.random(in: 5...80, using: &generator)))
      #expect(try journal.count() <= 500)
      probe.kill()
      #expect(probe.wait() == .killed(by: 9))
      kills += 1
      let text = try String(contentsOfFile: output, encoding: .utf8)
      // An event can be stored but not yet printed when its process is killed; it is then tracked
      // twice.
      if let last = text.split(separator: "\n").last.flatMap({ Int($0) }) { next = last + 1 }
    }
    #expect(kills == 12)
    #expect(try journal.count() == 0)
    check(sink)
  }

  /// Expects each event to have arrived, and the first arrivals of each user to be in order.
  private func check(_ sink: Sink) {
    let state = sink.state.withLock { $0 }
    #expect(Set(state.accepted.values.joined()) == Set(0..<Self.count))
    for (user, numbers) in state.accepted {
      var seen: Set<Int> = []
      let first = numbers.filter { seen.insert($0).inserted }
      #expect(first == first.sorted(), "\(user)")
    }
    #expect(state.responses.count == 6, "\(state.responses)")
  }
}
