import Testing

@testable import Targeting

struct SemanticVersionTests {
  @Test(
    "Versions are ordered by the precedence of SemVer 2",
    arguments: zip(
      ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-rc.1", "1.0.0"],
      ["1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.11", "1.0.0", "1.0.1"]
    )
  )
  func order(lower: String, higher: String) throws {
    let lower = try #require(SemanticVersion(lower))
    let higher = try #require(SemanticVersion(higher))
    #expect(lower < higher)
    #expect(!(higher < lower))
  }

  @Test(
    "Text that is no version of SemVer 2 is rejected",
    arguments: [
      "", "1", "1.2", "1.2.3.4", "01.2.3", "1.2.x", "v1.2.3", "1.2.3-", "1.2.3-01", "1.2.3+",
      " 1.2.3",
    ]
  )
  func invalid(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test("Build metadata does not change the precedence")
  func buildMetadata() {
    #expect(SemanticVersion("1.2.3+a") == SemanticVersion("1.2.3+b"))
  }

  @Test("Numbers of any length are compared by value")
  func longNumbers() throws {
    let lower = try #require(SemanticVersion("1.99999999999999999999.0"))
    let higher = try #require(SemanticVersion("1.100000000000000000000.0"))
    #expect(lower < higher)
  }

  @Test("A prefix and missing numbers are accepted only where a flag system allows them")
  func leniency() {
    #expect(
      SemanticVersion("v1.2", allowing: [.prefix, .missingNumbers]) == SemanticVersion("1.2.0")
    )
    #expect(SemanticVersion("1-rc", allowing: .missingNumbers) == nil)
    #expect(
      SemanticVersion("1-rc", allowing: .missingNumbersBeforeTail) == SemanticVersion("1.0.0-rc")
    )
  }
}
