import CoreTestSupport
import Files
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Workbench

/// Tests the log of the changes of a source.
struct SourceLogTests {
  private let folder: TemporaryFolder
  private let log: SourceLog

  init() throws {
    folder = try TemporaryFolder()
    log = folder.workspace().sourceLog
  }

  static func entry(_ second: Int, digest: String? = nil, name: String = "A") -> SourceEntry {
    let off = TimelineState(isOn: false, text: "Disabled")
    let on = TimelineState(isOn: true, variation: "Group B", text: "Group B")
    return SourceEntry(
      date: Date(timeIntervalSince1970: Double(second)),
      cause: .poll,
      user: nil,
      digest: digest ?? "digest \(second)",
      states: nil,
      changes: [Feature.Name(rawValue: name): SourceEntry.Change(from: off, to: on)],
      omitted: 0
    )
  }

  @Test
  func `log entries are read as they were written, with the states at the start of a program`()
    throws
  {
    let features = [Feature(name: "A"), Feature(name: "T", testVariations: ["x", "y"])]
    let user = EvaluationContext(targetingKey: "ana", attributes: ["plan": "gold"])
    let start = SourceEntry(
      startWith: features,
      nil,
      for: user,
      at: Date(timeIntervalSince1970: 5.7)
    )
    #expect(start.states?["A"]?.isOn == features[0].enabled)
    let entries = [start, Self.entry(7), Self.entry(9)]
    for entry in entries { #expect(try log.append(entry)) }
    #expect(try log.entries() == entries)
    let text = String(decoding: try FileSystem.read(log.path), as: UTF8.self)
    #expect(!text.contains("ana") && !text.contains("gold"))
  }

  @Test func `an entry is not written if the last entry of the user is for the same document`()
    throws
  {
    #expect(try log.append(Self.entry(1, digest: "a")))
    #expect(try !log.append(Self.entry(2, digest: "a")))
    #expect(try log.append(Self.entry(3, digest: "b")))
    #expect(try log.append(Self.entry(4, digest: "a")))
    #expect(try log.entries().count == 3)
  }

  @Test func `a damaged line is skipped, and a truncated one is replaced by the next entry`() throws
  {
    try log.append(Self.entry(1))
    let bytes = try FileSystem.read(log.path)
    let damaged = bytes + Array("{\"at\":7}\n\u{0}\n".utf8) + bytes.prefix(bytes.count / 2)
    try FileSystem.replace(log.path, with: damaged)
    #expect(try log.entries() == [Self.entry(1)])
    try log.append(Self.entry(2))
    #expect(try log.entries() == [Self.entry(1), Self.entry(2)])
  }

  @Test func `mutated logs are read without an error, and accept further entries`() throws {
    for second in 1...4 { try log.append(Self.entry(second)) }
    let bytes = try FileSystem.read(log.path)
    var random = SeededGenerator(seed: 34)
    for number in 0..<(Effort.isFull ? 2_000 : 150) {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        mutated[index] = UInt8.random(in: 0...255, using: &random)
      }
      try FileSystem.replace(log.path, with: mutated)
      let count = try log.entries().count
      #expect(try log.append(Self.entry(9)))
      #expect(try log.entries().count == count + 1, "\(number)")
    }
  }

  @Test func `the size of the log is bounded, and the newest entries remain`() throws {
    let small = SourceLog(log.path, rotationSize: 4_000)
    for second in 0..<300 { try small.append(Self.entry(second)) }
    let size = try AppendedFile(small.path).size() + AppendedFile(small.rotatedPath).size()
    #expect(size < 10_000)
    #expect(try small.entries().last == Self.entry(299))
    #expect(try small.entries().count > 20)
  }

  @Test func `an entry that is too long is written without its states`() throws {
    let long = Self.entry(1, name: String(repeating: "n", count: SourceLog.lineLimit))
    try log.append(long)
    #expect(try log.entries().map(\.omitted) == [1])
  }

  @Test func `the log entry of a start with very many features has no states`() {
    let features = (0..<3_000).map { Feature(name: Feature.Name(rawValue: "F\($0)")) }
    let start = SourceEntry(startWith: features, nil, for: EvaluationContext(), at: Date())
    #expect(start.states == nil)
  }

  @Test(arguments: 0..<2)
  func `a log that a killed process wrote has every entry that was acknowledged`(lane: Int)
    async throws
  {
    try await onThread { try Self.killRepeatedly(lane) }
  }

  private static func killRepeatedly(_ lane: Int) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: UInt64(lane))
    let output = folder.path(of: "output")
    var known = 0
    for _ in 0..<(Effort.isFull ? 250 : 30) {
      let probe = try ProbeProcess(["log", folder.path(of: "state")], output: output)
      while try acknowledged(output) == nil { try #require(probe.isRunning) }
      for _ in 0..<Int.random(in: 0...40, using: &random) { _ = try acknowledged(output) }
      probe.kill()
      try #require(probe.wait() == .killed(by: 9))
      let count = try #require(try acknowledged(output))
      let workspace = Workspace(
        name: "test",
        source: "probe",
        stateRoot: folder.path(of: "state"),
        cacheRoot: folder.path(of: "state")
      )
      let seconds = try workspace.sourceLog.entries().map { Int($0.date.timeIntervalSince1970) }
      try #require(seconds.last.map { $0 >= count } ?? false)
      try #require(seconds == Array((seconds.first ?? 0)...(seconds.last ?? 0)))
      known = count
    }
    #expect(known >= 30)
  }

  /// The number of the last entry of which the probe has printed a whole line.
  private static func acknowledged(_ path: String) throws -> Int? {
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last.flatMap {
      Int($0)
    }
  }
}
