import CoreTestSupport
import Testing

@testable import FeatureFlags

struct FlagDifferenceTests {
  private func features(_ text: String) throws -> [Feature] {
    try Samples.configuration(text).features
  }

  @Test
  func
    `a difference lists added, removed and changed features in the order of the configurations`()
    throws
  {
    let before = try features(
      #"[{"name":"A"},{"name":"B","enabled":true},{"name":"C"},{"name":"D"}]"#
    )
    let after = try features(
      #"[{"name":"F"},{"name":"B"},{"name":"E"},{"name":"A","section":"S"}]"#
    )
    let difference = FlagDifference(from: before, to: after)
    #expect(difference.added == ["F", "E"])
    #expect(difference.removed == ["C", "D"])
    #expect(difference.changed == ["B", "A"])
    #expect(!difference.isEmpty)
  }

  @Test func `a different order or override of features is not a difference of configurations`()
    throws
  {
    let before = try features(#"[{"name":"A"},{"name":"B"}]"#)
    let after = [before[1], before[0].overridden(Override(enabled: true))]
    #expect(FlagDifference(from: before, to: after).isEmpty)
  }

  @Test func `loading a configuration publishes the difference to the previous one`() async throws {
    let store = FlagStore(draw: { 10 })
    let stream = store.changes()
    let test = #"{"name":"T","test-variations":["A","B"]}"#
    try store.load(Samples.configuration("[\(test)]"))
    try store.load(Samples.configuration(#"[\#(test),{"name":"N"}]"#))
    var differences: [FlagDifference] = []
    for await change in stream.prefix(2) {
      if case .loaded(let difference) = change.kind { differences.append(difference) }
    }
    #expect(differences.map(\.added) == [["T"], ["N"]])
    #expect(differences.allSatisfy { $0.changed.isEmpty && $0.removed.isEmpty })
  }
}
