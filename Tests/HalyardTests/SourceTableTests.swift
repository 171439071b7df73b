import FeatureFlags
import Locking
import Optimizely
import TestSupport
import Testing

@testable import halyard

/// Tests the tables of source kinds and of file formats.
struct SourceTableTests {
  @Test func `the table of source kinds has every type that conforms to SourceKind`() throws {
    let types = try SourceCode.types(conformingTo: "SourceKind", in: "halyard")
    #expect(types == Set(SourceKinds.all.map { "\($0)" }))
  }

  @Test func `the table of formats has every type that conforms to FileFormat`() throws {
    let types = try SourceCode.types(conformingTo: "FileFormat", in: "halyard")
    #expect(types == Set(FileFormats.all.map { "\($0)" }))
  }

  @Test
  func `each format has the same name as its parser, and the format "features" is tried last`() {
    let options = FileFormats.Options(SourceOptions())
    for format in FileFormats.all { #expect(format.reader(options).name == format.name) }
    let readers = FileFormats.readers(options).map(\.name)
    #expect(readers.sorted() == FileFormats.names.sorted())
    #expect(readers.last == ConfigurationFormat.features.name)
  }

  static let names: [(name: String, kind: String, format: String?)] = [
    ("-", "StandardInputKind", nil),
    ("ASCEND+http://flags.test/v1", "AscendKind", "ascend"),
    ("OFREP+http://flags.test/base", "OFREPKind", "ofrep"),
    ("UNLEASH+http://flags.test/base", "UnleashKind", "unleash"),
    ("LAUNCHDARKLY+http://flags.test/base", "LaunchDarklyKind", "launchdarkly"),
    ("launchdarkly:flags.json,values.yaml", "LaunchDarklyFilesKind", "launchdarkly"),
    ("growthbook+http://flags.test/base/sdk-abc123", "GrowthBookKind", "growthbook"),
    ("https://flags.test/f.json", "WebKind", nil),
    ("http://flags.test/f.json", "WebKind", nil),
    ("Optimizely:KEY", "DatafileKeyKind", "optimizely"),
    ("ftp://flags.test/f.json", "UnsupportedKind", nil),
    ("ascend+ftp://flags.test/v1", "UnsupportedKind", nil),
    ("ofrep+ftp://flags.test", "UnsupportedKind", nil),
    ("folder/Features.json", "FileKind", nil),
    ("./-", "FileKind", nil), ("file:///tmp/f.json", "FileKind", nil),
  ]

  @Test(arguments: names.indices)
  func `the syntax of a source's name determines the source kind and the format`(index: Int) {
    let expected = Self.names[index]
    let kind = SourceKinds.kind(of: expected.name)
    #expect("\(kind)" == expected.kind, "\(expected.name)")
    #expect(kind.format?.name == expected.format, "\(expected.name)")
  }

  @Test func `the tests of source names cover every source kind`() {
    for kind in SourceKinds.all { #expect(Self.names.contains { $0.kind == "\(kind)" }, "\(kind)") }
  }

  @Test func `a source of every type that conforms to Source can be created from a name`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ServiceTests.experiments, to: "experiments.json")
    let options = try Arguments(["--experiments", path]).sourceOptions()
    let example = try SourceLocation(options, .test)
    var types: Set = ["\(type(of: example.source))"]
    for (name, kind, _) in Self.names where kind != "\(UnsupportedKind.self)" {
      let location = try SourceKinds.kind(of: name).location(of: name, options, .test)
      types.insert("\(type(of: location.source))")
    }
    #expect(try SourceCode.types(conformingTo: "Source") == types)
  }
}
