import Dispatch
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely

/// Programs that are killed while they track events, with a service that is not always there.
struct EventKillTests {
  private static let count = 10_000

  /// The service: takes most requests, and refuses, drops or delays some.
  private final class Sink: Sendable {
    struct State {
      var requests = 0
      /// The events in the order in which they were taken, by user.
      var taken: [String: [Int]] = [:]
      var answers: [String: Int] = [:]
    }

    let state = Locked(State())
    /// Signalled by each request.
    let arrivals = DispatchSemaphore(value: 0)

    /// Waits for so many requests more; whether they came in time.
    func waitForRequests(_ count: Int) -> Bool {
      while arrivals.wait(timeout: .now()) == .success {}
      return (0..<count).allSatisfy { _ in arrivals.wait(timeout: .now() + 30) == .success }
    }

    func answer(_ request: LocalRequest) -> LocalAnswer {
      defer { arrivals.signal() }
      let number = state.withLock { state in
        state.requests += 1
        return state.requests
      }
      switch number % 60 {
      case 0..<4: return count("500", .text("", status: 500))
      case 10..<13: return count("down", LocalAnswer([.reset]))
      case 20: return count("silent", .silent)
      case 30..<36:
        take(request)
        return count("slow", .slow(.text(""), after: .milliseconds(10)))
      // Taken, but the program never hears of it.
      case 40:
        take(request)
        return count("lost", LocalAnswer([.reset]))
      default:
        take(request)
        return count("up", .text(""))
      }
    }

    private func count(_ kind: String, _ answer: LocalAnswer) -> LocalAnswer {
      state.withLock { $0.answers[kind, default: 0] += 1 }
      return answer
    }

    private func take(_ request: LocalRequest) {
      // A body that cannot be read shows in the events that are missing.
      let body = try? DataValue(json: String(decoding: request.body, as: UTF8.self))
      for visitor in body?["visitors"]?.items ?? [] {
        let event = visitor["snapshots"]?.items.first?["events"]?.items.first
        guard let user = visitor["visitor_id"]?.text, let number = event?["tags"]?["number"]?.number
        else { continue }
        state.withLock { $0.taken[user, default: []].append(number) }
      }
    }
  }

  @Test func `no event is lost with programs that are killed, and users' order is kept`()
    async throws
  {
    // On a thread of its own, so that other tests do not put off the kills.
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try self.trackAndKill() }) }
    }
  }

  private func trackAndKill() throws {
    let folder = try TemporaryFolder()
    let sink = Sink()
    let server = try LocalServer { sink.answer($0) }
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
      // What was not printed may have been taken all the same, and is then sent twice.
      if let last = text.split(separator: "\n").last.flatMap({ Int($0) }) { next = last + 1 }
    }
    #expect(kills == 12)
    #expect(try journal.count() == 0)
    check(sink)
  }

  /// Each event was taken, and each user's for the first time in order.
  private func check(_ sink: Sink) {
    let state = sink.state.withLock { $0 }
    #expect(Set(state.taken.values.joined()) == Set(0..<Self.count))
    for (user, numbers) in state.taken {
      var seen: Set<Int> = []
      let first = numbers.filter { seen.insert($0).inserted }
      #expect(first == first.sorted(), "\(user)")
    }
    #expect(state.answers.count == 6, "\(state.answers)")
  }
}
