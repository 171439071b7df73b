import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the presets of a workspace.
struct PresetFolderTests {
  private func preset(_ name: String?, _ overrides: [OverrideKey: Override] = [:]) -> Preset {
    Preset(name: name, overrides: overrides)
  }

  @Test func `presets are listed by name, and read back as they were saved`() throws {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    #expect(try folder.entries().isEmpty)
    let second = preset("second", ["New Cart": Override(enabled: true)])
    try folder.save(second, isReplacing: false)
    try folder.save(preset("first ü"), isReplacing: false)
    #expect(folder.names == ["first ü", "second"])
    #expect(try folder.read("second").preset == second)
    #expect(try folder.entries().map { try $0.reading.get().preset.name } == ["first ü", "second"])
    #expect(try temporary.read("state/test/presets/second.json").contains("\"New Cart\""))
  }

  @Test func `saving under the name of another preset fails unless replacing is allowed`() throws {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    let old = preset("a", ["New Cart": Override(enabled: true)])
    try folder.save(old, isReplacing: false)
    #expect(throws: PresetError.exists("a")) { try folder.save(preset("a"), isReplacing: false) }
    #expect(try folder.read("a").preset == old)
    try folder.save(preset("a"), isReplacing: true)
    #expect(try folder.read("a").preset == preset("a"))
  }

  @Test func `a deleted preset is gone, and the error for a wrong name has the nearest name`()
    throws
  {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    #expect(throws: PresetError.unknown("checkout", nearest: [])) { try folder.delete("checkout") }
    #expect(!FileManager.default.fileExists(atPath: temporary.path(of: "state")))
    try folder.save(preset("checkout"), isReplacing: false)
    let nearest = PresetError.unknown("chekout", nearest: ["checkout"])
    #expect(throws: nearest) { try folder.read("chekout") }
    #expect(throws: nearest) { try folder.delete("chekout") }
    #expect("\(nearest)" == "no preset is named \"chekout\", did you mean \"checkout\"?")
    try folder.delete("checkout")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "/", "../x", "a\u{0}b", "a\nb", "\u{7F}",
    "a\u{9B}b", "a\u{202E}b", "a\u{2028}b", "a\u{FFFD}b",
    String(repeating: "x", count: 101), String(repeating: "ü", count: 51),
  ])
  func `a text that cannot be a file name is rejected as the name of a preset`(name: String) throws
  {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    let error = PresetError.badName(name)
    #expect(throws: error) { try folder.read(name) }
    #expect(throws: error) { try folder.save(preset(name), isReplacing: true) }
    #expect(throws: error) { try folder.delete(name) }
    #expect(!FileManager.default.fileExists(atPath: temporary.path(of: "state")))
  }

  @Test func `a preset name of 100 bytes, the maximum, is accepted`() throws {
    let folder = PresetFolder(try TemporaryFolder().workspace())
    // A zero-width joiner is part of an emoji.
    #expect(try folder.path(of: "👩‍👧 می‌خواهم").hasSuffix("/presets/👩‍👧 می‌خواهم.json"))
    let name = String(repeating: "ü", count: 50)
    #expect(try folder.path(of: name).hasSuffix("/presets/\(name).json"))
  }

  @Test func `a malformed preset is listed with the line of its error, and others with content`()
    throws
  {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    try folder.save(preset("good"), isReplacing: false)
    try temporary.write("{\n\"overrides\": 3 }", to: "state/test/presets/bad.json")
    try temporary.write("x", to: "state/test/presets/notes.txt")
    try temporary.write("x", to: "state/test/presets/.hidden.json")
    let entries = try folder.entries()
    #expect(entries.map(\.name) == ["bad", "good"])
    let error = try #require(throws: PresetError.self) { try folder.read("bad") }
    #expect(entries.first?.reading == .failure(error))
    #expect("\(error)".hasSuffix("/presets/bad.json:2: \"overrides\": found 3, expected an object"))
  }

  @Test func `a folder in place of a preset file is an error that names the expected file`() throws
  {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    try temporary.write("x", to: "state/test/presets/a.json/file")
    let error = try #require(throws: PresetError.self) { try folder.read("a") }
    #expect("\(error)".contains("found a folder, expected a regular file"), "\(error)")
  }

  @Test(
    arguments: [
      ("a file", "Not a directory"), ("a pipe", "Not a directory"),
      ("a link to itself", "Too many levels of symbolic links"),
      ("a link without a target", "No such file or directory"),
    ]
  )
  func `a presets folder that cannot be read is an error, and not an unknown preset`(
    kind: String,
    reason: String
  ) throws {
    let temporary = try TemporaryFolder()
    let folder = PresetFolder(temporary.workspace())
    let path = temporary.path(of: "state/test/presets")
    try temporary.write("", to: "state/test/file")
    switch kind {
    case "a file": try temporary.write("", to: "state/test/presets")
    case "a pipe": mkfifo(path, 0o600)
    case "a link to itself": symlink("presets", path)
    default: symlink("missing", path)
    }
    let expected = PresetError.workspace(.unreadable(path: path, reason: reason))
    #expect(throws: expected) { try folder.readNames() }
    #expect(throws: expected) { try folder.delete("x") }
    let error = try #require(throws: PresetError.self) { try folder.read("x") }
    #expect("\(error)".contains(reason) && folder.names.isEmpty)
  }
}
