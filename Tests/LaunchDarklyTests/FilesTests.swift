import FeatureFlags
import FlagSystem
import Targeting
import TestSupport
import Testing

@testable import LaunchDarkly

/// Tests a source that merges several data files.
struct FilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(paths: [String]) -> MergedFiles {
    MergedFiles(LaunchDarklyFiles.prefix, paths: paths, merge: LaunchDarklyFiles.merge(.fail))
  }

  private func source(_ files: String...) throws -> MergedFiles {
    let paths = try files.enumerated().map { index, text in
      try folder.write(text, to: "\(index).\(text.hasPrefix("{") ? "json" : "yaml")")
    }
    return source(paths: paths)
  }

  @Test
  func `flags, segments and values of JSON and YAML files are merged into one document`() throws {
    let source = try source(
      #"{"flags": {"f": {"on": true, "variations": [1.5, "x"], "fallthrough": {"variation": 1}}}}"#,
      "flagValues:\n  v: true\n  w: {a: 1}\nsegments:\n  s: {included: [ana]}\n",
      #"{"flagValues": {"x": 2}, "other": 7}"#
    )
    let document = try LaunchDarklyDocument(bytes: try source.readNow())
    #expect(document.flags.map(\.name) == ["f", "v", "w", "x"])
    #expect(document.segments.keys.sorted() == ["s"])
    #expect(document.flags[0].values.list.map(\.value) == [.json("1.5"), .json("\"x\"")])
    #expect(document.problems.count == 1)
    #expect(source.name == "launchdarkly:" + source.paths.joined(separator: ","))
  }

  @Test(
    arguments: [
      (#"{"flags": {"f": {}}}"#, #"{"flags": {"g": {}, "f": {}}}"#, "flags.f"),
      (#"{"flags": {"f": {}}}"#, "flagValues:\n  f: 1\n", "flagValues.f"),
      ("segments:\n  f: {}\n", #"{"segments": {"f": {}}}"#, "segments.f"),
    ]
  )
  func `a key that is in two files causes an error that names both files`(
    first: String,
    second: String,
    path: String
  ) throws {
    let source = try source(first, second)
    let error = #expect(throws: SourceError.self) { try source.readNow() }
    let text = "\(try #require(error))"
    #expect(text.hasPrefix(source.paths[1] + ":"))
    #expect(text.contains(path) && text.contains("a key that \(source.paths[0]) has, too"))
    let twice = self.source(paths: [source.paths[0], source.paths[0]])
    #expect(throws: SourceError.self) { try twice.readNow() }
  }

  @Test
  func `duplicate keys are taken from the first file if they are ignored`() throws {
    let paths = try source(#"{"flagValues": {"f": 1}}"#, #"{"flagValues": {"f": 2, "g": 3}}"#).paths
    let merged = MergedFiles(
      LaunchDarklyFiles.prefix,
      paths: paths,
      merge: LaunchDarklyFiles.merge(.ignore)
    )
    let document = try LaunchDarklyDocument(bytes: try merged.readNow())
    #expect(
      document.flags.map { "\($0.name) \($0.values.list.map(\.value))" } == [
        "f [1]", "g [3]",
      ]
    )
  }

  @Test
  func `a flag and a segment can have the same key`() throws {
    let source = try source(#"{"flagValues": {"f": 1}}"#, #"{"segments": {"f": {}}}"#)
    #expect(try LaunchDarklyDocument(bytes: try source.readNow()).flags.count == 1)
  }

  @Test
  func `the error for a missing or malformed file names the file`() throws {
    let missing = folder.path(of: "none.json")
    #expect(throws: SourceError.missing(missing)) {
      try self.source(paths: [missing]).readNow()
    }
    let source = try self.source("{}", "[1]")
    let error = #expect(throws: SourceError.self) { try source.readNow() }
    #expect("\(try #require(error))".hasPrefix(source.paths[1] + ":"))
  }
}
