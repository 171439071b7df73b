import FeatureFlags
import Testing

/// Tests the text of a difference between two configurations.
struct FlagDifferenceTextTests {
  @Test(arguments: [
    (FlagDifference(), "no changes"),
    (FlagDifference(changed: ["A", "B"]), "2 changed"),
    (FlagDifference(added: ["A"], removed: ["B"]), "1 added, 1 removed"),
    (
      FlagDifference(added: ["A"], removed: ["B"], changed: ["C", "D"]),
      "1 added, 1 removed, 2 changed"
    ),
  ])
  func `added, removed and changed features are counted separately`(
    difference: FlagDifference,
    text: String
  ) {
    #expect(difference.text == text)
  }

  @Test func `the details of a difference name at most five features of each kind`() {
    let names = (1...6).map { Feature.Name(rawValue: "F\($0)") }
    #expect(
      FlagDifference(added: names, removed: ["Old"]).details()
        == "6 added: F1, F2, F3, F4, F5, …; 1 removed: Old"
    )
    #expect(FlagDifference().details() == "no changes")
  }
}
