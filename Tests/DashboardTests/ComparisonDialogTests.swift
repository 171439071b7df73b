import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests the table of features and personas.
struct ComparisonDialogTests {
  private static func user(_ name: String) -> UserComparison.User {
    UserComparison.User(name: name, context: EvaluationContext(targetingKey: name))
  }

  /// The features of the shop for a user; the assignments are computed from the user's key.
  private static func features(for user: UserComparison.User) -> [Feature] {
    let allocator = BiasEvaluator().allocator(for: user.context, count: 1)
    return Shop.features.map { feature in
      var feature = feature
      feature.allocate(by: allocator)
      return feature
    }
  }

  private static func comparison(count: Int) -> UserComparison {
    let names = (1...count).map { "Persona \($0)" }
    return UserComparison(of: (["u42"] + names).map(user), evaluate: features)
  }

  private static var context: DashboardContext {
    var context = Shop.context
    context.personas = [Persona(name: "Ana", user: EvaluationContext(targetingKey: "ana"))]
    return context
  }

  private static func dashboard(
    columns: Int = 80,
    rows: Int = 24,
    count: Int = 3,
    keys: String = ""
  ) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: rows, context: context, keys: "U")
    _ = state.update(.comparedUsers(comparison(count: count)), now: .zero)
    _ = state.press(keys)
    return state
  }

  @Test func `opening the comparison of users requests the states of all personas`() {
    var state = Shop.dashboard(columns: 80, rows: 24, context: Self.context)
    #expect(state.press("U") == [.session(.compareUsers)])
    #expect(state.screen.contains("Evaluating …"))
    #expect(state.press("r") == [.session(.compareUsers)])
  }

  @Test func `without personas the comparison of users shows how to add personas`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    #expect(state.press("U").isEmpty)
    #expect(state.screen.contains("Or add personas to config.json:"))
  }

  @Test func `features whose state differs between users are the first rows of the comparison`() {
    let comparison = Self.comparison(count: 5)
    #expect((1..<comparison.names.count).contains(comparison.differingCount))
    for row in comparison.names.indices {
      let texts = Set(comparison.users.indices.map { comparison.cell(row: row, column: $0).text })
      #expect((texts.count > 1) == (row < comparison.differingCount))
    }
  }

  @Test func `the cells of the comparison are the evaluated states for each user`() {
    let comparison = Self.comparison(count: 4)
    for (column, user) in comparison.users.enumerated() {
      for feature in Self.features(for: user) {
        guard let row = comparison.names.firstIndex(of: feature.name) else {
          Issue.record("no row for \(feature.name)")
          continue
        }
        #expect(comparison.cell(row: row, column: column).text == FeatureStateLabel(feature).text)
      }
    }
  }

  @Test
  func `without a targeting key, the current user has stored assignments, and a persona has none`()
  {
    let test = Feature(name: "A", testVariations: ["1", "2"]).assigned(10)
    let users = ["current user", "Guest"].map {
      UserComparison.User(name: $0, context: EvaluationContext())
    }
    let comparison = UserComparison(of: users) { _ in [test] }
    #expect(comparison.cell(row: 0, column: 0).text == "1")
    #expect(comparison.assignment(row: 0, column: 0) == 10)
    #expect(comparison.cell(row: 0, column: 1).text == "random")
  }

  @Test func `a feature that is missing for a user has no state in the comparison`() {
    let users = [Self.user("a"), Self.user("b")]
    let comparison = UserComparison(of: users) { user in
      user.name == "a" ? Shop.features : []
    }
    #expect(comparison.cell(row: 0, column: 1).text == "–")
    #expect(comparison.differingCount == comparison.names.count)
  }

  @Test
  func `for a user without a targeting key, a test is shown as random instead of a variation`()
    throws
  {
    let guest = UserComparison.User(name: "Guest", context: EvaluationContext())
    let comparison = UserComparison(of: [Self.user("u42"), guest], evaluate: Self.features)
    let row = try #require(comparison.names.firstIndex(of: "Express pay"))
    #expect(comparison.cell(row: row, column: 1).text == "random")
    #expect(comparison.cell(row: row, column: 0).text != "random")
    #expect(comparison.assignment(row: row, column: 1) == nil)
    let flag = try #require(comparison.names.firstIndex(of: "New Cart"))
    #expect(comparison.cell(row: flag, column: 1).text == "Enabled")
  }

  @Test func `the line below the comparison of users explains the cell under the cursor`() {
    var state = Self.dashboard()
    #expect(state.screen.contains(" for u42: "))
    _ = state.press("→")
    #expect(state.screen.contains(" for Persona 1: "))
    #expect(state.screen.contains("→ the biases, and the user's assignment "))
    _ = state.press("G")
    #expect(state.screen.contains("→ the same for every user"))
  }

  @Test(arguments: [
    (
      Override(enabled: true), OverrideScope.everyone,
      "→ your override enables the test for every user; the biases, and the user's assignment "
    ),
    (Override(variation: "Group B"), .everyone, "→ your override, for every user"),
    (Override(variation: "Group B"), .key("u42"), "→ your override, for u42"),
  ])
  func `the reason of an override says for whom it is, and what the assignment still selects`(
    override: Override,
    scope: OverrideScope,
    reason: String
  ) throws {
    let store = FlagStore()
    let test = Feature(
      name: "CTA",
      enabled: false,
      type: .featureTest(.ab),
      testVariations: ["Group A", "Group B"]
    )
    try store.load(Configuration(features: [test]))
    try store.setContext(EvaluationContext(targetingKey: "u42"))
    try store.apply(.assign([OverrideKey("CTA", for: scope): override]))
    let user = UserComparison.User(name: "u42", context: store.context)
    var state = Shop.dashboard(columns: 120, rows: 24, context: Self.context, keys: "U")
    let comparison = UserComparison(of: [user]) { _ in store.features }
    _ = state.update(.comparedUsers(comparison), now: .zero)
    #expect(state.screen.contains(reason), "\(state.screen)")
    let cell = comparison.cell(row: 0, column: 0)
    #expect((comparison.assignment(row: 0, column: 0) != nil) == cell.isEnabledOnly)
  }

  @Test
  func `the filter of the comparison lists only features whose state differs between users`() {
    let state = Self.dashboard(keys: "f")
    #expect(state.screen.contains("[differing]"))
    #expect(!state.screen.contains("Debug menu"))
    #expect(Self.dashboard(rows: 30).screen.contains("Debug menu"))
  }

  @Test(arguments: [(80, 24), (120, 32)])
  func `with 20 personas the columns scroll to the user under the cursor`(columns: Int, rows: Int) {
    var state = Self.dashboard(columns: columns, rows: rows, count: 20)
    #expect(state.screen.contains(" of 21"))
    #expect(!state.screen.contains("Persona 20"))
    for _ in 0..<25 { _ = state.press("→") }
    #expect(state.screen.contains("Persona 20"))
    for _ in 0..<25 { _ = state.press("←") }
    #expect(state.screen.contains("users 1–"))
  }

  @Test
  func `in the comparison Enter goes to the feature of the cell, and u switches to its user`() {
    var state = Self.dashboard(keys: "enter")
    #expect(state.dialog == nil)
    #expect(state.selected?.name == Self.comparison(count: 3).names[0])
    state = Self.dashboard(keys: "→")
    let user = Self.user("Persona 1")
    #expect(state.press("u") == [.session(.setPersona("Persona 1", user.context))])
  }

  @Test func `the comparison of users is drawn at every size of the screen`() {
    for (columns, rows) in [(40, 8), (41, 9), (60, 12), (100, 30), (250, 80)] {
      let state = Self.dashboard(columns: columns, rows: rows, count: 20, keys: "→ → j")
      #expect(state.frame(now: .zero).size == Size(columns: columns, rows: rows))
    }
  }

  @Test func `choosing a persona in the user dialog evaluates the features for the persona`() {
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      context: Self.context,
      snapshot: LoadedSource(
        features: Shop.features,
        origin: .file,
        userFields: UserFields(key: "")
      ),
      keys: "u ↑"
    )
    #expect(state.screen.contains(" Personas "))
    #expect(state.screen.contains("▌Ana "))
    let ana = EvaluationContext(targetingKey: "ana")
    #expect(state.press("x enter") == [.session(.setPersona("Ana", ana))])
  }
}
