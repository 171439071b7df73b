import Dashboard
import Testing

@testable import FeatureFlags

/// Tests changes for the current user only, and the overrides for single users on the screen.
struct ScopeScreenTests {
  /// A feature with overrides by scope, as the given user gets it.
  private static func feature(
    _ name: Feature.Name,
    _ overrides: [OverrideScope: Override],
    for user: String?
  ) -> Feature {
    var feature = Feature(name: name)
    if !overrides.isEmpty {
      feature.setOverrides(
        FeatureOverrides(overrides, hasKinds: false),
        for: EvaluationContext(targetingKey: user)
      )
    }
    return feature
  }

  private static func dashboard(for user: String?) -> DashboardState {
    let on = Override(enabled: true, author: "ana@build-7", note: "QA-1")
    return Shop.dashboard(
      columns: 100,
      rows: 24,
      snapshot: LoadedSource(
        features: [
          feature(
            "All",
            [.everyone: on, .attribute("country", "es"): Override(enabled: false)],
            for: user
          ),
          feature("Ana", [.key("ana"): on], for: user),
          feature("Ben", [.key("ben"): on], for: user),
          feature("None", [:], for: user),
        ],
        origin: .file,
        context: EvaluationContext(targetingKey: user)
      )
    )
  }

  private static func row(_ name: String, _ screen: String) -> String {
    screen.split(separator: "\n").first { $0.contains(" \(name) ") }.map(String.init) ?? ""
  }

  @Test
  func `a row has another symbol for an override for everyone, for this user, and for others`() {
    let screen = Self.dashboard(for: "ana").screen
    #expect(Self.row("All", screen).contains("◆"))
    #expect(Self.row("Ana", screen).contains("◉"))
    #expect(Self.row("Ben", screen).contains("◎"))
    #expect(!Self.row("None", screen).contains { "◆◉◎".contains($0) })
    #expect(screen.contains("◆ everyone"))
  }

  @Test func `F switches to changes for the current user, and back to everyone`() {
    var state = Self.dashboard(for: "ana")
    #expect(
      state.press("G space") == [.overrides(.set([.enabled(true)], for: ["None"], only: .everyone))]
    )
    #expect(state.press("F") == [])
    #expect(state.screen.contains("◉ only ana"))
    #expect(state.screen.contains("Changes are made for only ana now."))
    #expect(
      state.press("space") == [.overrides(.set([.enabled(true)], for: ["None"], only: .key("ana")))]
    )
    _ = state.press("F")
    #expect(state.screen.contains("◆ everyone"))
  }

  @Test func `without a user, F names the key that chooses one`() {
    var state = Self.dashboard(for: nil)
    #expect(state.press("F") == [])
    #expect(state.screen.contains("There is no user with a key: u chooses one."))
  }

  @Test func `a flip for one user is relative to the override for everyone`() {
    var state = Self.dashboard(for: "ana")
    _ = state.press("g F")
    #expect(
      state.press("space") == [.overrides(.set([.enabled(false)], for: ["All"], only: .key("ana")))]
    )
    _ = state.press("j")
    #expect(state.press("space") == [.overrides(.reset(["Ana"], only: .key("ana")))])
    _ = state.press("F")
    #expect(
      state.press("space") == [.overrides(.set([.enabled(true)], for: ["Ana"], only: .everyone))]
    )
  }

  @Test func `a reset concerns the chosen users only, or lists the overrides of others`() {
    var state = Self.dashboard(for: "ana")
    #expect(state.press("g o") == [.overrides(.reset(["All"], only: .everyone))])
    _ = state.press("F")
    #expect(state.press("o") == [])
    #expect(state.screen.contains("Reset an override of All"))
    #expect(state.screen.contains("users with country=es  Disabled"))
    #expect(state.screen.contains("everyone else          Enabled   by ana@build-7"))
    #expect(
      state.press("enter")
        == [.overrides(.reset(["All"], only: .attribute("country", "es")))]
    )
  }

  @Test func `in the details, a reset lists several overrides`() {
    var state = Self.dashboard(for: "ana")
    #expect(state.press("g tab o ↓ enter") == [.overrides(.reset(["All"], only: .everyone))])
    state = Self.dashboard(for: "ana")
    #expect(state.press("g j tab o enter") == [.overrides(.reset(["Ana"], only: .key("ana")))])
  }

  @Test func `the details list all overrides with their users`() {
    var state = Self.dashboard(for: "ana")
    _ = state.press("g enter")
    let screen = state.screen
    for text in ["users with country=es: Disabled", "everyone else: Enabled", "QA-1"] {
      #expect(screen.contains(text))
    }
  }

  @Test(arguments: [
    ("for:ana", ["Ana"]), ("for:country", ["All"]), ("for:ana for:ben", ["Ana", "Ben"]),
    ("is:scoped", ["All", "Ana", "Ben"]), ("-is:scoped", ["None"]),
  ])
  func `a search finds the overrides for a user, and those for single users`(
    text: String,
    names: [String]
  ) {
    var state = Self.dashboard(for: "ana")
    _ = state.press("/")
    state.typeKeys(text)
    let screen = state.screen
    for name in ["All", "Ana", "Ben", "None"] {
      #expect(Self.row(name, screen).isEmpty != names.contains(name), "\(text) \(name)")
    }
  }
}
