import CoreTestSupport
import FoundationEssentials
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

@Suite(.tags(.optimised))
struct WorkspaceWriterTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let writer = WorkspaceWriter()

  init() throws {
    folder = try TemporaryFolder()
    workspace = folder.workspace()
  }

  private static func lastGood(_ text: String) -> LastGood {
    LastGood(bytes: Array(text.utf8), source: "s", date: Date(timeIntervalSince1970: 0))
  }

  @Test func `flush writes the latest cached document and all assignments`() throws {
    for number in 0..<50 {
      writer.keep(Self.lastGood("[\(number)]"), in: workspace)
      writer.keep([Feature.Name(rawValue: "F\(number)"): Double(number)], in: workspace)
    }
    writer.flush()
    #expect(try workspace.lastGood()?.bytes == Array("[49]".utf8))
    #expect(try workspace.assignments().count == 50)
    #expect(writer.errors(of: workspace).isEmpty)
  }

  @Test func `a stored assignment is not replaced`() throws {
    try workspace.updateAssignments { $0["F"] = 10 }
    writer.keep(["F": 90, "G": 20], in: workspace)
    writer.keep(["G": 30], in: workspace)
    writer.flushAssignments(of: workspace)
    #expect(try workspace.assignments() == ["F": 10, "G": 20])
  }

  @Test func `a write returns all assignments in the file, including those of other processes`()
    throws
  {
    try workspace.updateAssignments { $0["F"] = 10 }
    let stored = Locked<[Feature.Name: Double]>([:])
    writer.keep(["F": 90, "G": 20], in: workspace) { values in stored.withLock { $0 = values } }
    writer.flush()
    #expect(stored.withLock { $0 } == ["F": 10, "G": 20])
  }

  @Test
  func `two stores that choose random assignments concurrently both use the stored assignments`()
    throws
  {
    let document = #"[{ "name": "T", "test-variations": ["A", "B"] }]"#
    let configuration = try Configuration(bytes: Array(document.utf8))
    let stores = [20.0, 80].map { number in FlagStore(workspace: workspace, draw: { number }) }
    let writers = [WorkspaceWriter(), WorkspaceWriter()]
    onThreads(2) { number in
      // The assertions below fail if a load fails.
      _ = stores[number].replace(with: configuration, writer: writers[number])
    }
    for writer in writers { writer.flush() }
    let stored = try #require(workspace.assignments()["T"])
    #expect(stores.map { $0.feature(named: "T")?.assignment } == [stored, stored])
  }

  @Test func `concurrent writes of four threads are all stored`() throws {
    onThreads(4) { thread in
      for number in 0..<25 {
        writer.keep([Feature.Name(rawValue: "F\(thread)-\(number)"): 1], in: workspace)
        if number.isMultiple(of: 10) { writer.flush() }
      }
    }
    writer.flush()
    #expect(try workspace.assignments().count == 100)
  }

  @Test func `a failed write remains an error of the workspace until the file is writable`() throws
  {
    try folder.write("", to: "state")
    writer.keep(["F": 1], in: workspace)
    writer.keep(Self.lastGood("[]"), in: workspace)
    writer.flush()
    #expect(writer.errors(of: workspace).count == 1)
    try FileManager.default.removeItem(atPath: folder.path(of: "state"))
    writer.keep(["F": 1], in: workspace)
    writer.flush()
    #expect(writer.errors(of: workspace).isEmpty)
  }

  @Test func `assignments of a background load survive a restart`() throws {
    let configuration = Configuration(features: [Feature(name: "T", testVariations: [.a, .b])])
    for draw in [99.0, 0, 1] {
      let store = FlagStore(workspace: workspace, draw: { draw })
      #expect(store.replace(with: configuration, writer: writer) == nil)
      #expect(store.feature(named: "T")?.assignment == 99)
    }
  }

  @Test func `reading the cache waits for a pending write`() throws {
    var loader = ConfigurationLoader(
      source: InMemorySource(text: "[]"),
      cache: workspace
    )
    loader.writer = writer
    var responses = ConfigurationLoader.Responses()
    responses.source = .success(Fetched(bytes: Array(#"[{"name":"A"}]"#.utf8)))
    _ = try loader.choose(among: responses)
    responses.source = .failure(.missing("features.json"))
    #expect(try loader.choose(among: responses).origin == .cache)
  }
}
