import Testing

@testable import GrowthBook

/// Tests the parts of a document besides its features.
struct PartKindTests {
  private static let parts = [
    ("savedGroups", "object"), ("contextualBandits", "object"), ("experiments", "list"),
  ]

  @Test(arguments: parts, ["1", "true", #""x""#, "other"])
  func `a part of the document with the wrong JSON type is reported, and the features are used`(
    part: (name: String, kind: String),
    value: String
  ) throws {
    let value = value == "other" ? (part.kind == "list" ? "{}" : "[1]") : value
    let sample = try GrowthBookSample(
      feature: #""defaultValue": 2"#,
      #", "\#(part.name)": \#(value)"#
    )
    #expect(try sample.value() == "2")
    #expect(sample.problems == [#"error:1 - "\#(part.name)" is left out: it is no \#(part.kind)"#])
  }

  @Test(arguments: parts.map(\.0), ["null", "false", "0", #""""#])
  func `a part of the document that is null, false, 0 or empty causes no problem`(
    part: String,
    value: String
  ) throws {
    let sample = try GrowthBookSample(feature: #""defaultValue": 2"#, #", "\#(part)": \#(value)"#)
    #expect(sample.problems.isEmpty)
  }
}
