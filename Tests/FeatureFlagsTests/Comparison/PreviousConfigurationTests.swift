import CoreTestSupport
import FoundationEssentials
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the configuration that a workspace caches besides the last known good one.
struct PreviousConfigurationTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = folder.workspace()
  }

  private func keep(_ text: String, source: String = "s", at seconds: Double = 0) throws {
    let date = Date(timeIntervalSince1970: seconds)
    try workspace.keep(LastGood(bytes: Array(text.utf8), source: source, date: date))
  }

  private var texts: [String?] {
    get throws {
      try [workspace.previous(), workspace.lastGood()]
        .map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
    }
  }

  @Test func `the cache also has the configuration from before the last change of content`() throws
  {
    #expect(try texts == [nil, nil])
    try keep("[1]", at: 1)
    #expect(try texts == [nil, "[1]"])
    try keep("[2]", at: 2)
    try keep("[2]", at: 3)
    #expect(try texts == ["[1]", "[2]"])
    #expect(try workspace.previous()?.date == Date(timeIntervalSince1970: 1))
    try keep("[3]")
    #expect(try texts == ["[2]", "[3]"])
    try keep("[2]")
    #expect(try texts == ["[3]", "[2]"])
  }

  @Test func `the cache keeps only the documents of the last two configurations`() throws {
    for number in 0..<5 { try keep("[\(number)]") }
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.cacheFolder)
    #expect(names.filter { $0.hasPrefix("configuration-") }.count == 2)
  }

  @Test func `a cached document of a different source is not used as the previous configuration`()
    throws
  {
    try keep("[1]", source: "https://a.test")
    try keep("[2]", source: "https://b.test")
    #expect(try texts == [nil, "[2]"])
  }

  @Test func `removing the cache removes the last known good and the previous configuration`()
    throws
  {
    try keep("[1]")
    try keep("[2]")
    try workspace.removeLastGood()
    #expect(try texts == [nil, nil])
  }

  @Test func `damaged metadata of the previous configuration is reported and then replaced`() throws
  {
    try keep("[1]")
    try keep("[2]")
    try folder.write("{", to: "cache/test/previous.json")
    #expect(throws: WorkspaceError.self) { try workspace.previous() }
    #expect(try workspace.lastGood()?.bytes == Array("[2]".utf8))
    try keep("[3]")
    #expect(try texts == ["[2]", "[3]"])
  }
}
