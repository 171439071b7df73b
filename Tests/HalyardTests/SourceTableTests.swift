import FeatureFlags
import FlagSystem
import Locking
import Optimizely
import TestSupport
import Testing

@testable import halyard

/// Tests the tables of source kinds and of file formats.
struct SourceTableTests {
  @Test
  func `each format has the same name as its parser, and the format "features" is tried last`() {
    let settings = SystemSettings()
    for format in FileFormats.all { #expect(format.reader(settings).name == format.name) }
    let readers = FileFormats.readers(settings).map(\.name)
    #expect(readers.sorted() == FileFormats.names.sorted())
    #expect(readers.last == ConfigurationFormat.features.name)
  }

  static let names: [(name: String, form: String, format: String?)] = [
    ("-", "-", nil),
    ("ASCEND+http://flags.test/v1", "ascend+https://HOST/PATH", "ascend"),
    ("OFREP+http://flags.test/base", "ofrep+https://HOST[/BASE]", "ofrep"),
    ("UNLEASH+http://flags.test/base", "unleash+https://HOST[/BASE]", "unleash"),
    ("LAUNCHDARKLY+http://flags.test/base", "launchdarkly+https://HOST[/BASE]", "launchdarkly"),
    ("GOFF+http://flags.test/base", "goff+https://HOST[/BASE]", "goff"),
    (
      "POSTHOG+http://flags.test/base?token=phc_1", "posthog+https://HOST?token=PROJECT_KEY",
      "posthog"
    ),
    ("flagd:flags.json,team.yaml", "flagd:FILE,FILE", "flagd"),
    ("goff:flags.yaml,shop.json", "goff:FILE,FILE", "goff"),
    ("launchdarkly:flags.json,values.yaml", "launchdarkly:FILE,FILE", "launchdarkly"),
    (
      "growthbook+http://flags.test/base/sdk-abc123", "growthbook+https://HOST[/BASE]/KEY",
      "growthbook"
    ),
    ("https://flags.test/f.json", "https://HOST/PATH", nil),
    ("http://flags.test/f.json", "https://HOST/PATH", nil),
    ("Optimizely:KEY", "optimizely:SDK_KEY", "optimizely"),
    ("ftp://flags.test/f.json", "SCHEME://…", nil),
    ("ascend+ftp://flags.test/v1", "SCHEME://…", nil),
    ("ofrep+ftp://flags.test", "SCHEME://…", nil),
    ("folder/Features.json", "PATH", nil), ("./-", "PATH", nil),
    ("file:///tmp/f.json", "PATH", nil),
  ]

  @Test(arguments: names.indices)
  func `the syntax of a source's name determines the source kind and the format`(index: Int) {
    let expected = Self.names[index]
    let kind = SourceKinds.kind(of: expected.name)
    #expect(kind.form == expected.form, "\(expected.name)")
    #expect(kind.format == expected.format, "\(expected.name)")
  }

  @Test func `the tests of source names cover every source kind`() {
    for kind in SourceKinds.all {
      #expect(Self.names.contains { $0.form == kind.form }, "\(kind.form)")
    }
  }

  @Test func `a source of every type that conforms to Source can be created from a name`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ServiceTests.experiments, to: "experiments.json")
    let options = try Arguments(["--experiments", path]).sourceOptions()
    let example = try LocatedSource(options, .test)
    var types: Set = ["\(type(of: example.source))"]
    for (name, form, _) in Self.names where form != SourceKind.unsupported.form {
      var options = options
      options.name = name
      let location = try LocatedSource(options, .test)
      types.insert("\(type(of: location.source))")
    }
    #expect(try SourceCode.types(conformingTo: "Source") == types)
  }
}
