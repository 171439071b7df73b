import Testing

@testable import Targeting

struct SemanticVersionTests {
  @Test(
    arguments: zip(
      ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-rc.1", "1.0.0"],
      ["1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.11", "1.0.0", "1.0.1"]
    )
  )
  func `versions are ordered by the precedence of SemVer 2`(lower: String, higher: String) throws {
    let lower = try #require(SemanticVersion(lower))
    let higher = try #require(SemanticVersion(higher))
    #expect(lower < higher)
    #expect(!(higher < lower))
  }

  @Test(
    arguments: [
      "", "1", "1.2", "1.2.3.4", "01.2.3", "1.2.x", "v1.2.3", "1.2.3-", "1.2.3-01", "1.2.3+",
      " 1.2.3",
    ]
  )
  func `text that is no version of SemVer 2 is rejected`(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test
  func `build metadata does not change the precedence`() {
    #expect(SemanticVersion("1.2.3+a") == SemanticVersion("1.2.3+b"))
  }

  @Test
  func `a missing number of a version is equal to 0`() {
    #expect(SemanticVersion("2", allowing: .missingNumbers) == SemanticVersion("2.0.0"))
    #expect(
      SemanticVersion("2-rc", allowing: .missingNumbersBeforeTail) == SemanticVersion("2.0.0-rc")
    )
    #expect(SemanticVersion("2.0.0-0") == SemanticVersion("2.0.0-0"))
  }

  @Test
  func `version numbers of any length are compared by value`() throws {
    let lower = try #require(SemanticVersion("1.99999999999999999999.0"))
    let higher = try #require(SemanticVersion("1.100000000000000000000.0"))
    #expect(lower < higher)
  }

  @Test
  func `a version prefix and missing numbers are accepted only if they are allowed`() {
    #expect(
      SemanticVersion("v1.2", allowing: [.prefix, .missingNumbers]) == SemanticVersion("1.2.0")
    )
    #expect(SemanticVersion("1-rc", allowing: .missingNumbers) == nil)
    #expect(
      SemanticVersion("1-rc", allowing: .missingNumbersBeforeTail) == SemanticVersion("1.0.0-rc")
    )
  }
}
