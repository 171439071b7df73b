import Foundation
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the file of pending events.
struct EventJournalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { folder.path(of: "events.queue") }

  private func journal(limit: Int = 100_000) -> EventJournal {
    EventJournal(folder: folder.path, limit: limit)
  }

  private func event(_ number: Int, size: Int = 10) -> EventForDispatch {
    let visitor = #"{"n":\#(number),"s":"\#(String(repeating: "é", count: size))"}"#
    return EventForDispatch(address: "http://h/", head: "[", visitor: visitor)
  }

  @Test func `events stay in order across restarts until they are removed`() throws {
    #expect(try journal().first(10) == nil)
    #expect(try journal().count() == 0)
    #expect(try journal().append([event(1), event(2)]) == 2)
    #expect(try journal().append([event(3)]) == 3)
    let again = journal()
    let pending = try #require(try again.first(2))
    #expect(pending.events == [event(1), event(2)])
    try again.remove(2, of: pending)
    #expect(try again.count() == 1)
    #expect(try journal().first(9)?.events == [event(3)])
  }

  @Test func `the limit of pending events applies to two processes together`() throws {
    let (first, second) = (journal(limit: 3), journal(limit: 3))
    _ = try first.append([event(1)])
    _ = try second.append([event(2)])
    #expect(throws: OptimizelyError.eventQueueFull(limit: 3)) {
      try first.append([event(3), event(4)])
    }
    _ = try first.append([event(3)])
    #expect(throws: OptimizelyError.eventQueueFull(limit: 3)) { try second.append([event(4)]) }
    try first.remove(1, of: #require(try first.first(1)))
    #expect(try second.append([event(4)]) == 3)
    #expect(try first.first(9)?.events.count == 3)
  }

  @Test func `a truncated record affects neither earlier nor later records`() throws {
    _ = try journal().append([event(1)])
    for size in [1, 7, 30] {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(EventRecord.line(event(0)).prefix(size)))
      try handle.close()
      _ = try journal().append([event(size)])
    }
    #expect(try journal().first(9)?.events == [event(1), event(1), event(7), event(30)])
  }

  @Test func `a file with only truncated records has no pending events`() throws {
    let first = journal()
    _ = try first.append([event(1)])
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("12\tcut\n34".utf8))
    try handle.close()
    try first.remove(1, of: #require(try first.first(1)))
    #expect(try first.first(9) == nil)
    #expect(try first.count() == 0)
    _ = try first.append([event(2)])
    #expect(try journal().first(9)?.events == [event(2)])
  }

  @Test func `the file is compacted when most of its content is sent events`() throws {
    let (writer, sender) = (journal(), journal())
    var expected = 0
    for number in 0..<400 {
      _ = try writer.append([event(number, size: 500)])
      guard number % 3 == 0 else { continue }
      let pending = try #require(try sender.first(2))
      #expect(pending.events.first == event(expected, size: 500))
      try sender.remove(pending.events.count, of: pending)
      expected += pending.events.count
    }
    while let pending = try sender.first(7) {
      #expect(pending.events.first == event(expected, size: 500))
      try sender.remove(pending.events.count, of: pending)
      expected += pending.events.count
    }
    #expect(expected == 400)
    #expect(try writer.count() == 0)
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size < 1 << 17)
  }

  @Test(arguments: ["", "nonsense", String(repeating: "x", count: 200)])
  func `a journal file with invalid content is reset and usable`(content: String) throws {
    try folder.write(content, to: "events.queue")
    _ = try journal().append([event(1)])
    #expect(try journal().first(9)?.events == [event(1)])
  }

  @Test func `a journal file that was removed is created again`() throws {
    let journal = journal()
    _ = try journal.append([event(1)])
    try FileManager.default.removeItem(atPath: path)
    _ = try journal.append([event(2)])
    #expect(try journal.first(9)?.events == [event(2)])
    #expect(try journal.count() == 1)
  }

  @Test func `concurrent threads and journals lose no event`() throws {
    let journals = (0..<4).map { _ in journal() }
    onThreads(8) { thread in
      for number in 0..<100 {
        // Drops the error: the final count detects a lost event.
        _ = try? journals[thread % 4].append([event(thread * 100 + number)])
      }
    }
    let events = try #require(try journal().first(1_000)).events
    #expect(events.count == 800)
    #expect(Set(events).count == 800)
  }
}
