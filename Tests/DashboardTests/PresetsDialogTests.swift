import ScreenTestSupport
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import Dashboard
@testable import FeatureFlags
@testable import Workbench

/// Tests the list of presets with its preview.
struct PresetsDialogTests {
  private static let entries = [
    PresetEntry(name: "all off", description: "Nothing new", overrideCount: 3),
    PresetEntry(name: "broken", overrideCount: nil),
    PresetEntry(name: "checkout", description: "The new checkout", overrideCount: 2),
  ]

  private func store() throws -> FlagStore {
    let store = FlagStore()
    try store.load(
      Configuration(features: [
        Feature(name: "New Cart"), Feature(name: "Old banner", type: .deprecated),
        Feature(name: "Gift wrap"),
      ])
    )
    try store.override(.enabled(true), for: ["Gift wrap"])
    return store
  }

  private func preview(of name: String, isReplacing: Bool = false) throws -> PresetPreview {
    let preset = Preset(overrides: [
      "New Cart": Override(enabled: true), "Old banner": Override(enabled: true),
      "Gone": Override(enabled: true),
    ])
    let plan = try store().plan(preset, isReplacing: isReplacing)
    return PresetPreview(plan, of: name, isReplacing: isReplacing, .zone())
  }

  private func dashboard(columns: Int = 80, rows: Int = 24) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: rows)
    #expect(state.press("P") == [.presets(.list)])
    #expect(
      state.update(.presets(.listed(Self.entries)), now: .zero)
        == [.presets(.preview("all off", isReplacing: false))]
    )
    return state
  }

  @Test(arguments: [(80, 24), (120, 32), (40, 8)])
  func `the presets dialog shows the presets and the changes of the selected preset`(
    columns: Int,
    rows: Int
  ) throws {
    var state = dashboard(columns: columns, rows: rows)
    #expect(state.screen.contains("all off"))
    #expect(state.screen.contains("Comparing …"))
    _ = state.update(.presets(.previewed(try preview(of: "all off"))), now: .zero)
    let screen = state.screen
    #expect(screen.contains("Applying: 1 changed"))
    guard rows >= 24 else { return }
    #expect(screen.contains("◆ New Cart    Disabled → Enabled"), "\(screen)")
    #expect(screen.contains("? Gone        stored, but the source has no"), "\(screen)")
    #expect(screen.contains("✗ Old banner  refused: the feature is deprecated"), "\(screen)")
    #expect(screen.contains("3 ◆"))
  }

  @Test func `the preview of a preset names the users of an override`() throws {
    let preset = Preset(overrides: [
      OverrideKey("New Cart", for: .key("ana")): Override(enabled: true)
    ])
    let plan = try store().plan(preset, isReplacing: false)
    var state = dashboard()
    let preview = PresetPreview(plan, of: "all off", isReplacing: false, .zone())
    _ = state.update(.presets(.previewed(preview)), now: .zero)
    #expect(state.screen.contains("◆ New Cart for ana  Disabled → Enabled"), "\(state.screen)")
  }

  @Test func `the preview of a preset has the lifetime and the note of an override`() throws {
    let noon = Date(timeIntervalSince1970: 4_070_952_000)
    let preset = Preset(overrides: [
      "Gift wrap": Override(enabled: true, lifetime: .until(noon), note: "QA-1")
    ])
    let plan = try store().plan(preset, isReplacing: false)
    let preview = PresetPreview(plan, of: "all off", isReplacing: false, .zone())
    #expect(preview.rows.map(\.text) == ["Enabled, overridden until 2099-01-01 12:00 (QA-1)"])
  }

  @Test func `a paste during the confirmation of a replacement keeps its preview`() throws {
    var state = dashboard()
    #expect(state.press("O") == [.presets(.preview("all off", isReplacing: true))])
    let replacing = try preview(of: "all off", isReplacing: true)
    _ = state.update(.presets(.previewed(replacing)), now: .zero)
    let screen = state.screen
    #expect(state.update(.paste("x"), now: .zero) == [])
    #expect(state.screen == screen)
  }

  @Test func `moving to a preset requests its preview, and an outdated preview is ignored`()
    throws
  {
    var state = dashboard()
    #expect(state.press("j") == [.presets(.preview("broken", isReplacing: false))])
    _ = state.update(.presets(.previewed(try preview(of: "all off"))), now: .zero)
    #expect(state.screen.contains("Comparing …"))
    let problem = PresetPreview(problem: "p.json:3: bad", of: "broken", isReplacing: false)
    _ = state.update(.presets(.previewed(problem)), now: .zero)
    #expect(state.screen.contains("✗ p.json:3: bad"))
    #expect(state.press("enter") == [])
    #expect(state.press("O") == [])
  }

  @Test func `Enter applies the selected preset and closes the dialog`() {
    var state = dashboard()
    #expect(state.press("enter") == [.presets(.apply("all off", isReplacing: false))])
    #expect(!state.screen.contains("Presets"))
  }

  @Test
  func `the key r, which refreshes the features in lists, does nothing in the presets dialog`() {
    var state = dashboard()
    let before = state.screen
    #expect(state.press("r").isEmpty)
    #expect(state.screen == before)
  }

  @Test
  func `replacing all overrides by a preset shows the changes and needs a confirmation`() throws {
    var state = dashboard()
    #expect(state.press("O") == [.presets(.preview("all off", isReplacing: true))])
    _ = state.update(
      .presets(.previewed(try preview(of: "all off", isReplacing: true))),
      now: .zero
    )
    let screen = state.screen
    #expect(screen.contains("Reset 1 other override and apply the preset? y n"))
    #expect(screen.contains("○ Gift wrap   Enabled → Disabled, override reset"), "\(screen)")
    #expect(state.press("enter") == [])
    #expect(state.press("n") == [.presets(.preview("all off", isReplacing: false))])
    #expect(state.press("O") == [.presets(.preview("all off", isReplacing: true))])
    #expect(state.press("y") == [.presets(.apply("all off", isReplacing: true))])
  }

  @Test
  func `a new name saves the overrides as a preset, and an existing name needs a confirmation`() {
    var state = dashboard()
    #expect(state.press("s") == [])
    _ = state.update(.typed("my set"), now: .zero)
    #expect(state.screen.contains("Save as: my set"))
    #expect(state.press("enter") == [.presets(.save("my set", isReplacing: false))])
    let entries = Self.entries + [PresetEntry(name: "my set", overrideCount: 1)]
    #expect(
      state.update(.presets(.listed(entries, selected: "my set")), now: .zero)
        == [.presets(.preview("my set", isReplacing: false))]
    )
    _ = state.press("s")
    _ = state.update(.typed("checkout"), now: .zero)
    #expect(state.press("enter") == [])
    #expect(state.screen.contains("Replace the preset checkout? y n"))
    #expect(state.press("y") == [.presets(.save("checkout", isReplacing: true))])
  }

  @Test(arguments: [
    ("a/b", "contain \"/\" or start with \".\""), (".x", "contain \"/\" or start with \".\""),
    ("  ", "be empty"), ("a\u{202E}b", "contain control characters"),
  ])
  func `an invalid name of a preset is rejected with a message that says why`(
    name: String,
    rule: String
  ) {
    var state = dashboard()
    _ = state.press("s")
    _ = state.update(.typed(name), now: .zero)
    #expect(state.press("enter") == [])
    #expect(state.screen.contains("✗ a name may not \(rule) "))
  }

  @Test func `deleting a preset opens a confirmation first`() {
    var state = dashboard()
    #expect(state.press("x") == [])
    #expect(state.screen.contains("Delete the preset all off? y n"))
    #expect(state.press("esc") == [])
    #expect(state.screen.contains("Presets"))
    #expect(state.press("x y") == [.presets(.delete("all off"))])
  }

  @Test
  func `a change of features requests a new preview, and a list without presets has no effect`() {
    var state = dashboard()
    let change = Event.changed([Feature(name: "New Cart")])
    #expect(
      state.update(change, now: .zero) == [.presets(.preview("all off", isReplacing: false))]
    )
    #expect(state.update(.presets(.listed([])), now: .zero) == [])
    #expect(state.screen.contains("No presets yet."))
    #expect(state.press("enter O x") == [])
  }

  @Test func `a long preview of a preset scrolls by pages`() throws {
    var state = dashboard()
    let overrides = (100..<200).map {
      (OverrideKey(Feature.Name(rawValue: "F\($0)")), Override(enabled: true))
    }
    let preset = Preset(overrides: Dictionary(uniqueKeysWithValues: overrides))
    let plan = try store().plan(preset, isReplacing: false)
    let preview = PresetPreview(plan, of: "all off", isReplacing: false, .zone())
    _ = state.update(.presets(.previewed(preview)), now: .zero)
    #expect(state.screen.contains("F100"))
    _ = state.press("pgdn pgdn")
    #expect(!state.screen.contains("F100"))
    for _ in 0..<30 { _ = state.press("pgdn") }
    #expect(state.screen.contains("F199"))
    for _ in 0..<30 { _ = state.press("pgup") }
    #expect(state.screen.contains("F100"))
  }

  @Test func `the preview of a preset starts with the warnings about its file`() throws {
    var state = dashboard()
    let text = "{ \"overrides\": { \"New Cart\": { \"enabeld\": true } } }"
    let reading = try PresetFile.read(Array(text.utf8))
    let preview = PresetPreview(
      try store().plan(reading.preset, isReplacing: false),
      of: "all off",
      isReplacing: false,
      warnings: reading.warnings,
      .zone()
    )
    _ = state.update(.presets(.previewed(preview)), now: .zero)
    #expect(state.screen.contains("? file      the override of \"New Cart\" has the unknown"))
  }

  // MARK: Files and URLs

  private func opened(_ state: inout DashboardState) throws -> OpenedPreset {
    _ = state.press("f")
    _ = state.update(.typed("~/q.json"), now: .zero)
    #expect(state.press("enter") == [.presets(.open("~/q.json"))])
    #expect(state.screen.contains("Reading …"))
    let preset = Preset(overrides: ["New Cart": Override(enabled: true)])
    return OpenedPreset(location: "~/q.json", preset: preset)
  }

  @Test func `the preset of a file or a URL is previewed before it is applied`() throws {
    var state = dashboard()
    let opened = try opened(&state)
    let requested = state.update(.presets(.opened(opened)), now: .zero)
    #expect(requested == [.presets(.previewOpened(opened))])
    let plan = try store().plan(opened.preset, isReplacing: false)
    let preview = PresetPreview(plan, of: opened.location, isReplacing: false, .zone())
    _ = state.update(.presets(.previewed(preview)), now: .zero)
    #expect(state.screen.contains("Applying: 1 changed"))
    #expect(state.screen.contains("Open: ~/q.json"))
    var back = state
    #expect(back.press("esc") == [.presets(.preview("all off", isReplacing: false))])
    #expect(back.screen.contains("O reset all and apply"))
    #expect(state.press("enter") == [.presets(.applyOpened(opened))])
    #expect(!state.screen.contains("Presets"))
  }

  @Test func `a preset location that cannot be read is shown with the reason and can be corrected`()
    throws
  {
    var state = dashboard()
    _ = try opened(&state)
    let failed = PresetPreview(problem: "q.json: not found", of: "~/q.json", isReplacing: false)
    #expect(state.update(.presets(.previewed(failed)), now: .zero).isEmpty)
    #expect(state.screen.contains("✗ q.json: not found"))
    _ = state.press("backspace")
    #expect(state.screen.contains("Open: ~/q.jso "))
  }
}
