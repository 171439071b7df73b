import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the limits of warnings about datafiles in which one mistake affects very many rules.
struct WarningLimitTests {
  private static func load(_ text: String) throws -> Configuration {
    try Configuration.datafile(Array(text.utf8), for: UserContext(id: "u"))
  }

  @Test func `warnings above the limit are counted, and each condition is listed once`() throws {
    let problems = try Self.load(LargeDatafile.unknownConditions(40)).problems
    #expect(problems.count == DatafileLimits.problems + 1)
    #expect(Set(problems.map(\.fact)).count == problems.count)
    #expect(problems.allSatisfy { $0.feature == nil })
    #expect(problems.last?.fact == .service("600 more warnings are not listed (limit 1000)"))
  }

  @Test func `warnings within the limit are listed for each flag`() throws {
    let problems = try Self.load(LargeDatafile.unknownConditions(10)).problems
    #expect(problems.count == 1_000)
    #expect(problems.count { $0.feature == "f7" } == 100)
  }

  @Test func `a warning about an audience that very many rules reference is listed once`() throws {
    func features(_ count: Int) throws -> Set<String?> {
      let problems = try Self.load(LargeDatafile.audienceChain(count)).problems
      return Set(
        problems.filter { "\($0.fact)".contains(#""audience u0" has condition"#) }.map(\.feature)
      )
    }
    #expect(try features(20).count == 20)
    #expect(try features(DatafileLimits.referencesOfAudience + 1) == [nil])
  }

  @Test func `a warning truncates a very long name`() throws {
    let name = String(repeating: "n", count: 5_000)
    let text = LargeDatafile.audienceChain(2).replacing("audience u0", with: name)
    let messages = try Self.load(text).problems.map { "\($0.fact)" }
    #expect(messages.contains { $0.hasPrefix("audience \"\(name.prefix(199))…\" has condition") })
    #expect(messages.allSatisfy { $0.utf8.count < 1_000 })
  }
}
