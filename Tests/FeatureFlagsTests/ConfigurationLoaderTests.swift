import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

struct ConfigurationLoaderTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)
  private static let bad = InMemorySource(name: "bad", text: "{")
  private static let missing = InMemorySource(result: .failure(.missing("gone.json")))

  private func names(_ loaded: ConfigurationLoader.Loaded) -> [Feature.Name] {
    loaded.configuration.features.map(\.name)
  }

  @Test func `a valid document is cached, and loaded from the cache if its source is missing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let text = "// mine\n[{name:'A', unlocked: true, enabled: true}]"
    var loader = ConfigurationLoader(
      source: InMemorySource(text: text),
      cache: folder.workspace(),
      origin: .remote,
      now: { Self.date }
    )
    let first = try await loader.load()
    #expect(first.origin == .remote)
    #expect(first.date == nil)
    #expect(first.failures.isEmpty)
    #expect(
      try folder.workspace().lastGood()
        == LastGood(bytes: Array(text.utf8), source: "memory", date: Self.date)
    )
    loader.source = Self.missing
    let second = try await loader.load()
    #expect(second.origin == .cache)
    #expect(second.date == Self.date)
    #expect(second.failures == [.source(.missing("gone.json"))])
    #expect(second.configuration.features == first.configuration.features)
    #expect(second.configuration.features.first?.type == .unlockFlag)
  }

  @Test(arguments: ["{", "", "<html></html>", #"{"features":null}"#, "3"])
  func `an invalid document does not replace the cached document`(text: String) async throws {
    let folder = try TemporaryFolder()
    var loader = ConfigurationLoader(
      source: InMemorySource(text: #"[{"name":"A"}]"#),
      cache: folder.workspace()
    )
    _ = try await loader.load()
    loader.source = InMemorySource(name: "bad", text: text)
    let loaded = try await loader.load()
    #expect(loaded.origin == .cache)
    #expect(names(loaded) == ["A"])
    #expect(loaded.failures.count == 1)
  }

  @Test(
    arguments: [
      "[1,2,3]", #"["error"]"#, #"[{"id":1}]"#, #"{"error":"x","features":[null]}"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{}}]}"#,
    ],
    [Origin.remote, .file]
  )
  func `a document without features does not replace a document with features`(
    text: String,
    origin: Origin
  ) async throws {
    let folder = try TemporaryFolder()
    var loader = ConfigurationLoader(
      source: InMemorySource(text: #"[{"name":"A"}]"#),
      cache: folder.workspace(),
      origin: origin
    )
    let good = try await loader.load()
    loader.source = InMemorySource(name: "wrong", text: text)
    for previous in [nil, good] {
      let loaded = try await loader.load(after: previous)
      #expect(loaded.origin == .cache)
      #expect(names(loaded) == ["A"])
      #expect(loaded.reason?.description.contains("found no usable feature") == true)
    }
    let cached = try folder.workspace().lastGood()
    #expect(cached?.bytes == Array(#"[{"name":"A"}]"#.utf8))
  }

  @Test func `the first document without features is loaded with its problems, but not cached`()
    async throws
  {
    let folder = try TemporaryFolder()
    let source = InMemorySource(text: "[1,2]")
    let loaded = try await ConfigurationLoader(source: source, cache: folder.workspace()).load()
    #expect(loaded.isCurrent)
    #expect(try folder.workspace().lastGood() == nil)
    #expect(loaded.configuration.problems.count == 2)
  }

  @Test(arguments: [(1, true), (2, false), (0, true)])
  func `a document with less than half of the previous features is accepted with a warning`(
    left: Int,
    isWarned: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    var loader = ConfigurationLoader(
      source: InMemorySource(text: #"[{"name":"A"},{"name":"B"},{"name":"C"}]"#),
      cache: folder.workspace()
    )
    let before = try await loader.load()
    let rest = ["A", "B"].prefix(left).map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
    loader.source = InMemorySource(text: "[\(rest)]")
    let loaded = try await loader.load(after: before)
    #expect(loaded.isCurrent)
    #expect(loaded.configuration.features.count == left)
    let facts = loaded.configuration.problems.map(\.fact)
    #expect(facts == (isWarned ? [.fewerFeatures(before: 3, after: left)] : []))
  }

  @Test
  func `the fallback adds missing features, and is loaded if the source and the cache are missing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let fallback = InMemorySource(
      text: #"[{"name":"A","enabled":false,"development":true},{"name":"B","enabled":true}]"#
    )
    var loader = ConfigurationLoader(
      source: InMemorySource(text: #"[{"name":"A","enabled":true},{"name":"C"}]"#),
      fallback: fallback,
      cache: folder.workspace()
    )
    let loaded = try await loader.load()
    #expect(names(loaded) == ["A", "C", "B"])
    #expect(loaded.configuration.features.map(\.enabled) == [true, false, true])
    #expect(loaded.configuration.features.map(\.isDevelopment) == [true, false, false])
    loader.source = Self.missing
    #expect(names(try await loader.load()) == ["A", "C", "B"])
    loader.cache = nil
    let last = try await loader.load()
    #expect(last.origin == .fallback)
    #expect(names(last) == ["A", "B"])
  }

  @Test func `an invalid document without a cache or a fallback is an error`() async throws {
    let folder = try TemporaryFolder()
    let loader = ConfigurationLoader(source: Self.bad, cache: folder.workspace())
    let error = await #expect(throws: SourceError.self) { try await loader.load() }
    #expect(error?.description.hasPrefix("bad:1: column 2: found the end") == true)
  }

  @Test func `an invalid fallback and a cache that cannot be written are reported`() async throws {
    let workspace = Workspace(
      name: "test",
      source: "s",
      stateRoot: "/dev/null",
      cacheRoot: "/dev/null"
    )
    let loader = ConfigurationLoader(
      source: InMemorySource(text: "[]"),
      fallback: Self.bad,
      cache: workspace
    )
    let loaded = try await loader.load()
    #expect(loaded.failures.count == 2)
    #expect(loaded.failures.allSatisfy { !$0.description.isEmpty })
  }

  @Test func `the format of a file is detected from its content, not from its name`() async throws {
    let folder = try TemporaryFolder()
    let json = try folder.write(#"[{"name":"A"}]"#, to: "my-plist-export.plist")
    let plist = try folder.write(
      "<array><dict><key>name</key><string>A</string></dict></array>",
      to: "a.json"
    )
    for (path, format) in [(json, ConfigurationType.json), (plist, .plist)] {
      let loaded = try await ConfigurationLoader(source: FileSource(path: path)).load()
      #expect(names(loaded) == ["A"])
      #expect(loaded.configuration.format == format)
    }
  }

  @Test func `the error for a missing file or a folder names its path`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "none.json")
    await #expect(throws: SourceError.missing(path)) { try await FileSource(path: path).read() }
    await #expect(throws: SourceError.folder(folder.path)) {
      try await FileSource(path: folder.path).read()
    }
  }
}
