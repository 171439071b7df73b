import FlagSystem
import Foundation
import Locking
import TestSupport
import Testing

@testable import HTTPServer
@testable import Serving

/// Tests the order of the events of streams.
@Suite(.tags(.concurrent), .timeLimit(.minutes(5)))
struct EventBroadcasterTests {
  private static func topic(_ key: String) -> EventStreamTopic {
    EventStreamTopic("results", request: Array(key.utf8))
  }

  @Test func `the first event of a stream is created again if a change is published meanwhile`()
    async throws
  {
    let broadcaster = EventBroadcaster(pool: WorkPool(width: 1), clock: ContinuousClock())
    let (content, calls) = (DispatchSemaphore(value: 0), Locked(0))
    let stream = try await onThread {
      broadcaster.makeStream(of: EventStreamTopic("features")) { _, _ in
        content.signal()
        return nil
      } first: {
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == 1 {
          broadcaster.publish(modified: 1)
          content.wait()
        }
        return Array("event: \(call)\n".utf8)
      } onEnd: {
      }
    }
    #expect(stream != nil && calls.withLock { $0 } == 2 && broadcaster.streamCount == 1)
    broadcaster.finish()
  }

  @Test
  func `events that need an evaluation are sent after other events, and for the last change only`()
    async throws
  {
    let pool = WorkPool(width: 1)
    let broadcaster = EventBroadcaster(pool: pool, clock: ContinuousClock())
    let (started, gate, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let (events, shared) = (Locked<[Int]>([]), DispatchSemaphore(value: 0))
    var streams: [ResponseStream?] = []
    for key in ["ana", "ben"] {
      let stream = broadcaster.makeStream(of: Self.topic(key)) { number, _ in
        let isFirst = events.withLock { events in
          events.append(number)
          return events.count == 1
        }
        if isFirst {
          started.signal()
          gate.wait()
        }
        done.signal()
        return []
      } onEnd: {
      }
      streams.append(stream)
    }
    let other = broadcaster.makeStream(of: EventStreamTopic("features")) { _, _ in
      shared.signal()
      return []
    } onEnd: {
    }
    streams.append(other)
    #expect(streams.allSatisfy { $0 != nil })
    try await onThread {
      broadcaster.publish(modified: 1)
      shared.wait()
      started.wait()
      broadcaster.publish(modified: 2)
      shared.wait()
      gate.signal()
      for _ in 0..<3 { done.wait() }
    }
    // The event of the second user still waits when the second change is published: the event for the first
    // change is never created.
    #expect(events.withLock { $0 } == [1, 2, 2])
    broadcaster.finish()
    withExtendedLifetime(streams) {}
  }

  @Test func `events without a document are sent before events with a document`() async throws {
    let topics: [EventStreamTopic] = [
      EventStreamTopic("a"), .evaluations, EventStreamTopic("b"), EventStreamTopic("c"), .pings,
      EventStreamTopic("d"),
    ]
    for _ in 0..<20 {
      let broadcaster = EventBroadcaster(pool: WorkPool(width: 1), clock: ContinuousClock())
      let (order, done) = (Locked<[Bool]>([]), DispatchSemaphore(value: 0))
      let streams = topics.map { topic in
        broadcaster.makeStream(of: topic) { _, _ in
          order.withLock { $0.append(topic == .evaluations || topic == .pings) }
          done.signal()
          return []
        } onEnd: {
        }
      }
      try await onThread {
        broadcaster.publish(modified: 1)
        for _ in topics { done.wait() }
      }
      #expect(order.withLock { $0 } == [true, true, false, false, false, false])
      broadcaster.finish()
      withExtendedLifetime(streams) {}
    }
  }

  @Test func `a stream ends if its response is never sent`() async throws {
    let broadcaster = EventBroadcaster(pool: WorkPool(width: 1), clock: ContinuousClock())
    let isEnded = Locked(false)
    for topic in [EventStreamTopic.evaluations, Self.topic("ana")] {
      _ = broadcaster.makeStream(of: topic) { _, _ in
        nil
      } onEnd: {
        isEnded.withLock { $0 = true }
      }
      #expect(isEnded.withLock { $0 } && broadcaster.streamCount == 0)
      isEnded.withLock { $0 = false }
    }
    broadcaster.finish()
  }
}

extension EventStreamTopic {
  fileprivate static let evaluations = EventStreamTopic("evaluations", isSignal: true)
  fileprivate static let pings = EventStreamTopic("pings", isSignal: true)
}
