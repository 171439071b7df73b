import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing
import Text

/// Tests the preferences of the user: the columns of the list and the confirmations.
struct PreferenceTests {
  private func dashboard(
    columns: Set<ListColumn> = ListColumn.usual,
    confirmations: Set<ConfirmedOperation> = Set(ConfirmedOperation.allCases),
    snapshot: LoadedSource = Shop.snapshot,
    keys: String = ""
  ) -> DashboardState {
    var context = Shop.context
    context.columns = columns
    context.confirmations = confirmations
    return Shop.dashboard(
      columns: 120,
      rows: 30,
      context: context,
      snapshot: snapshot,
      keys: keys
    )
  }

  /// The row of a feature in the list, without its borders.
  private func row(_ name: String, _ state: DashboardState) -> String {
    let line = state.screen.split(separator: "\n").first { $0.contains(name) } ?? ""
    return line.split(separator: "│").first.map(String.init) ?? ""
  }

  @Test(
    arguments: [
      ([.state, .type], "Group A", "A/B Test"), ([.state], "Group A", nil),
      ([.type], nil, "A/B Test"), ([], nil, nil),
    ] as [(Set<ListColumn>, String?, String?)]
  )
  func `the list shows only the columns that the settings name`(
    columns: Set<ListColumn>,
    state: String?,
    type: String?
  ) {
    // Leaves out the longest name, which would take the room of the column of types.
    let features = Shop.features.filter { $0.name.rawValue.count < 40 }
    let source = LoadedSource(features: features, origin: .file)
    let row = row("CTA colour", dashboard(columns: columns, snapshot: source))
    #expect(row.contains("Group A") == (state != nil), "\(row)")
    #expect(row.contains("A/B Test") == (type != nil), "\(row)")
    #expect(row.hasSuffix("◆ "), "\(row)")
  }

  @Test func `changed settings apply to the open dashboard`() {
    var state = dashboard()
    var context = Shop.context
    context.columns = [.type]
    context.confirmations = []
    let (keymap, _) = Keymap.resolved([Keymap.Entry(.change(.resetAll), [.character("0")])])
    #expect(state.update(.settings(context, keymap), now: .zero).isEmpty)
    #expect(!row("CTA colour", state).contains("Group A"))
    #expect(state.press("0") == [.overrides(.resetAll)])
  }

  @Test func `the width of a hidden column is used for the names`() {
    let name = "A name"
    let all = row(name, dashboard())
    let none = row(name, dashboard(columns: []))
    #expect(all.contains("…"))
    #expect(none.filter { $0 != " " }.count > all.filter { $0 != " " }.count)
  }

  @Test(arguments: [
    ("O", ConfirmedOperation.resetAll, Effect.overrides(.resetAll)),
    ("x", .delete, .overrides(.delete(["Beta badge"]))), ("c", .clearCache, .session(.clearCache)),
  ])
  func `an action whose confirmation is disabled is performed at once`(
    key: String,
    operation: ConfirmedOperation,
    effect: Effect
  ) {
    var confirming = dashboard()
    #expect(confirming.press(key) == [])
    #expect(confirming.press("y") == [effect])
    var state = dashboard(confirmations: Set(ConfirmedOperation.allCases).subtracting([operation]))
    #expect(state.press(key) == [effect])
  }

  @Test func `a reset of marked features whose confirmation is disabled is performed at once`() {
    var state = dashboard(confirmations: [])
    let names = ["Beta badge", "Gold theme"]
    let features = Shop.features.filter { names.contains($0.name.rawValue) }
    _ = state.update(.changed(features.map { $0.overridden(.init(enabled: true)) }), now: .zero)
    let effects = state.press("m m o")
    #expect(effects == [.overrides(.reset(["Beta badge", "Gold theme"], only: .everyone))])
  }
}
