import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the behaviour that is specific to storage in a file.
@Suite(.tags(.optimised), .timeLimit(.minutes(2)))
struct FileOverrideStorageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.workspace().overridesPath
  }

  private func write(_ text: String) throws {
    try folder.write(text, to: "state/test/overrides.json")
  }

  @Test func `two storages of one file have the same revision`() async throws {
    let stored = try await folder.workspace().overrideStorage.commit(
      ["A": Override(enabled: true)]
    )
    #expect(try await FileOverrideStorage(path: path).read() == stored)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await FileOverrideStorage(path: path).read().overrides.isEmpty)
  }

  @Test func `with a malformed file, reads and commits fail and the file is unchanged`()
    async throws
  {
    let text = "{\n  \"overrides\": {\n    \"A\": { \"enabled\": 1 }\n  }\n}\n"
    try write(text)
    let storage = FileOverrideStorage(path: path)
    let reading = await #expect(throws: WorkspaceError.self) { try await storage.read() }
    let error = try #require(reading)
    #expect("\(error)".contains("overrides.json:3: \"overrides.A.enabled\""))
    await #expect(throws: error) {
      try await storage.commit(["B": Override(enabled: true)])
    }
    #expect(try folder.read("state/test/overrides.json") == text)
  }

  @Test
  func `the stream of revisions reports a malformed file once, and the content after its repair`()
    async throws
  {
    try write("{")
    let storage = FileOverrideStorage(path: path)
    var revisions = storage.revisions.makeAsyncIterator()
    guard case .failure(.malformed) = await revisions.next(isolation: #isolation) else {
      Issue.record("expected a malformed file")
      return
    }
    try write(#"{"overrides":{"A":{"enabled":true}}}"#)
    let repaired = await revisions.next(isolation: #isolation)
    #expect(try repaired?.get().overrides == ["A": Override(enabled: true)])
  }

  @Test func `a storage does not parse the content that it wrote itself`() async throws {
    let storage = FileOverrideStorage(path: path)
    var revisions = storage.revisions.makeAsyncIterator()
    _ = await revisions.next(isolation: #isolation)
    // The file stores whole seconds: a date that was parsed from the file would differ.
    let date = Date(timeIntervalSince1970: 1_000_000.5)
    let stored = try await storage.commit(
      ["A": Override(enabled: true, date: date)]
    )
    #expect(try await storage.read().overrides["A"]?.date == date)
    #expect(await revisions.next(isolation: #isolation) == .success(stored))
    #expect(try await FileOverrideStorage(path: path).read().overrides["A"]?.date != date)
  }
}
