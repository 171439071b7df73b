import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the menu of texts to copy, and the texts.
struct CopyMenuTests {
  @Test func `the copy menu shows the beginning of each text`() {
    let screen = Shop.dashboard(columns: 80, rows: 12, keys: "j j j y").screen
    for line in [
      "╭ Copy of Product layout ─", "▌n  Name       Product layout",
      "J  JSON       { \"name\": \"Product layout\",",
      "c  Command    halyard set --source shop.json 'Product layout' Cards",
      "r  Report     Markdown with all states", " enter copy  n J c r copy it",
    ] {
      #expect(screen.contains(line), "\(screen)")
    }
  }

  @Test
  func `the letter r in the copy menu requests the report, which is copied when it is ready`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    #expect(state.press("y r") == [.report(.copy)])
    #expect(state.update(.readyToCopy("# R"), now: .zero) == [.terminal(.copy("# R"))])
    #expect(state.press("w") == [.report(.write)])
  }

  @Test(arguments: [
    ("y n", "Product layout"), ("y enter", "Product layout"),
    ("y c", "halyard set --source shop.json 'Product layout' Cards"),
    ("y ↓ ↓ enter", "halyard set --source shop.json 'Product layout' Cards"),
  ])
  func `a letter or Enter in the copy menu copies the text`(keys: String, text: String) {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j")
    #expect(state.press(keys) == [.terminal(.copy(text))])
    #expect(!state.screen.contains("Copy of"))
  }

  @Test func `the copied JSON of a feature equals that of the command show`() throws {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j")
    let feature = try #require(Shop.features.first { $0.name == "Product layout" })
    let json = feature.json(origin: .file).text(isPretty: true) + "\n"
    #expect(state.press("y J") == [.terminal(.copy(json))])
  }

  @Test func `the texts about several marked features are copied as one text`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "m m y")
    #expect(state.screen.contains("Copy of 2 features"))
    #expect(state.press("n") == [.terminal(.copy("Beta badge\nGold theme"))])
  }

  @Test
  func `Escape closes the copy menu, which offers only the report if there are no features`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "y")
    #expect(state.press("esc") == [])
    #expect(!state.screen.contains("Copy of"))
    let empty = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: [], origin: .file),
      keys: "y"
    )
    #expect(empty.screen.contains("▌r  Report"))
  }

  private static let test = Feature(name: "T", testVariations: ["a", "b"]).assigned(10)

  static let commands: [(feature: Feature, command: String?)] = [
    (Feature(name: "New Cart", enabled: true), "halyard enable 'New Cart'"),
    (Feature(name: "New-Cart"), "halyard disable New-Cart"),
    (Feature(name: "-x", enabled: true), "halyard enable -- -x"),
    (Feature(name: "it's $HOME", enabled: true), "halyard enable 'it'\\''s $HOME'"),
    (Feature(name: "", enabled: true), "halyard enable ''"),
    (Feature(name: "a\nb", enabled: true), "halyard enable 'a\nb'"),
    (Feature(name: "Old", type: .deprecated), nil),
    (Feature(name: "G", enabled: true, unlocked: true), "halyard enable G && halyard unlock G"),
    (Feature(name: "G", enabled: true, unlocked: false), "halyard enable G && halyard lock G"),
    (Feature(name: "G", enabled: false, unlocked: true), "halyard disable G"),
    (test, "halyard set T a"),
    (test.overridden(Override(enabled: false)), "halyard disable T"),
    (
      Feature(service: "S", variations: [ServiceVariation("on")], given: "on")
        .overridden(Override(enabled: false)),
      "halyard disable S"
    ),
    (
      Feature(value: "V", variables: [Variable(name: "v", value: .string("a b"))]),
      "halyard set --variable 'v=a b' V"
    ),
  ]

  @Test(arguments: commands)
  func `the copied command sets the current state of the feature`(
    feature: Feature,
    command: String?
  ) {
    #expect(CommandText.setting(feature, options: []) == command)
  }

  @Test func `the copied command has the options of the source and the workspace, quoted`() {
    let options = ["--source", "https://h.test/a b.json?page=2", "--workspace", "w"]
    #expect(
      CommandText.setting(Feature(name: "A"), options: options)
        == "halyard disable --source 'https://h.test/a b.json?page=2' --workspace w A"
    )
  }
}
