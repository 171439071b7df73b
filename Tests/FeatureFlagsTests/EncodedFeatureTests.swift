import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests that an encoded feature has all members that the FeatureFlags framework encodes, for programs that
/// read these members.
struct EncodedFeatureTests {
  /// The members of a feature in a document, and the expected encoding without its name.
  static let features: [(members: String, encoded: String)] = [
    (
      #""enabled":true"#,
      #""development":false,"enabled":true,"labels":[null,null],"test-biases":[50,50],"#
        + #""test-variation-assignment":1,"test-variations":["Enabled","Disabled"],"#
        + #""type":{"feature-flag":"feature-flag"},"unlocked":null"#
    ),
    (
      #""description":"D","section":"S","development":true,"labels":["a"]"#,
      #""description":"D","development":true,"enabled":false,"labels":["a"],"section":"S","#
        + #""test-biases":[50,50],"test-variation-assignment":99,"#
        + #""test-variations":["Enabled","Disabled"],"type":{"feature-flag":"feature-flag"},"#
        + #""unlocked":null"#
    ),
    (
      #""enabled":true,"unlocked":true,"test-variations":["X"],"test-variation-assignment":20"#,
      #""development":false,"enabled":true,"labels":[null,null],"test-biases":[50,50],"#
        + #""test-variation-assignment":1,"test-variations":["X","!X"],"#
        + #""type":{"feature-flag":"feature-flag"},"unlocked":true"#
    ),
    (
      #""test-variations":["X","Y"],"test-biases":[70,30],"test-variation-assignment":20"#,
      #""development":false,"enabled":true,"labels":[null,null],"test-biases":[70,30],"#
        + #""test-variation-assignment":20,"test-variations":["X","Y"],"#
        + #""type":{"feature-test":"ab"},"unlocked":null"#
    ),
    (
      #""test-variations":["off","on"],"test-variation-assignment":20"#,
      #""development":false,"enabled":true,"labels":[null,null],"test-biases":[50,50],"#
        + #""test-variation-assignment":20,"test-variations":["Disabled","Enabled"],"#
        + #""type":{"feature-test":"featureFlagAB"},"unlocked":null"#
    ),
    (
      #""test-variations":["1","2","3","4"],"labels":["a",null,"c","d"]"#,
      #""development":false,"enabled":true,"labels":["a",null,"c","d"],"#
        + #""test-biases":[25,25,25,25],"test-variations":["1","2","3","4"],"#
        + #""type":{"feature-test":"mvt"},"unlocked":null"#
    ),
  ]

  @Test(arguments: features)
  func `every member of a feature is encoded`(members: String, encoded: String) throws {
    let feature = try Samples.feature(members)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(feature), as: UTF8.self)
    // The keys are sorted: the name is before the section and the test's members.
    let withoutName = text.replacingOccurrences(of: #""name":"F","#, with: "")
    #expect(withoutName == "{\(encoded)}")
    #expect(text != withoutName)
  }

  @Test(arguments: features)
  func `encoding and decoding preserves a feature, and causes no errors`(
    members: String,
    encoded: String
  ) throws {
    let configuration = Configuration(features: [try Samples.feature(members)])
    for format in ConfigurationType.allCases {
      let data = try configuration.encoded(as: format)
      let read = try Configuration(data: data)
      #expect(read.features == configuration.features)
      #expect(read.problems.allSatisfy { $0.severity == .warning })
    }
  }

  @Test func `the assignment that the original framework encodes for a flag is ignored`() throws {
    for members in [#""enabled":true"#, #""test-variations":["X"]"#, #""unlocked":true"#] {
      let flag = try Samples.feature(members + #","test-variation-assignment":99"#)
      #expect(flag.assignment == nil)
    }
    #expect(
      try Samples.feature(#""test-variations":["X","Y"],"test-variation-assignment":99"#).assignment
        == 99
    )
  }
}
