import Dashboard
import FeatureFlags
import Testing
import Text
import Workbench

/// Tests the list while a search narrows it.
struct NarrowingTests {
  /// The first word of the name of each feature on the screen, for a dashboard with the features of the
  /// shop.
  private func names(_ state: DashboardState) -> [String] {
    let icons: Set<Character> = Set("⚑⚐◐▢▣⊘⚙=")
    return state.screen.split(separator: "\n").compactMap { line -> String? in
      let words = line.dropFirst(2).split(separator: " ")
      guard let icon = words.first, icon.count == 1, icons.contains(icon[icon.startIndex]) else {
        return nil
      }
      return words.dropFirst().first.map(String.init)
    }
  }

  private func searching(_ text: String, keys: String = "/") -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: keys)
    state.typeKeys(text)
    return state
  }

  @Test(arguments: [
    ("wrap", ["Gift"]), ("car", ["Product", "Express", "New"]),
    ("section:check", ["CTA", "Express", "Gift", "New", "Voucher"]),
    ("section:\"checkout\" type:flag", ["Gift", "New"]), ("type:mvt", ["Product", "Sort"]),
    ("type:ab type:unlock", ["Beta", "Gold", "CTA", "Voucher"]), ("type:deprecated", ["Old"]),
    ("type:feature-ab", ["Express"]), ("is:overridden", ["CTA"]), ("is:problem", ["Voucher"]),
    ("type:flag is:on", ["Search", "New", "Debug"]), ("type:unlock is:off", ["Gold"]),
    ("\"gift wrap\"", ["Gift"]), ("\"wrap gift\"", []), ("wrap gift", ["Gift"]),
    ("label2", ["CTA"]), ("mvt test", ["Product", "Sort"]), ("nwcrt", ["New"]),
    ("gldthm", ["Gold"]), ("is:marked", []), ("is:changed", []), ("is:favourite", []),
    ("is:on is:off", []), ("PAY is:on", ["Express"]), ("is:foo", []), ("gift type:foo", []),
    ("-is:foo", []), ("type:test", ["Product", "Sort", "CTA", "Express", "Voucher"]),
    ("type:test -section:checkout", ["Product", "Sort"]), ("gift|voucher", ["Gift", "Voucher"]),
    ("type:flag -gift -search is:off", ["おすすめ商品", "A"]),
    ("-type:test|flag -is:on", ["Gold", "Old"]),
    ("\"gift wrap\"|\"old banner\"", ["Old", "Gift"]),
    ("is:problem|overridden", ["CTA", "Voucher"]),
    ("type:ab|unlock", ["Beta", "Gold", "CTA", "Voucher"]), ("is:over", ["CTA"]),
    ("- gift", ["Gift"]),
  ])
  func `a search lists the matching features in the order of their sections`(
    text: String,
    expected: [String]
  ) {
    #expect(names(searching(text)) == expected)
  }

  @Test func `an unknown search term matches nothing, and the list shows why`() {
    var state = searching("gift is:foo")
    #expect(state.screen.contains("is: expects on, off, overridden"))
    _ = state.press("enter")
    #expect(names(state).isEmpty)
    #expect(state.screen.contains("No feature matches \"gift is:foo\"."))
    #expect(state.screen.contains("is: expects on, off, overridden"))
  }

  @Test func `is:rolled-out lists enabled tests of which one variation has all users`() {
    let features = [
      Feature(
        name: "Whole",
        enabled: true,
        testVariations: ["A", "B"],
        testBiases: [Percentage(rawValue: 100), Percentage(rawValue: 0)]
      ),
      Feature(
        name: "Half",
        enabled: true,
        testVariations: ["A", "B"],
        testBiases: [Percentage(rawValue: 50), Percentage(rawValue: 50)]
      ),
      Feature(
        name: "Off",
        enabled: false,
        testVariations: ["A", "B"],
        testBiases: [Percentage(rawValue: 0), Percentage(rawValue: 100)]
      ),
      Feature(name: "Flag", enabled: true),
    ]
    let source = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: source, keys: "/")
    state.typeKeys("is:rolled-out")
    #expect(names(state) == ["Whole"])
  }

  @Test func `is:unasked lists the features that no client has requested`() {
    var state = Served.dashboard(columns: 80, keys: "/")
    state.typeKeys("is:unasked")
    let unasked = names(state)
    #expect(!unasked.isEmpty)
    #expect(unasked.count < Shop.features.count)
    #expect(!unasked.contains("New"))
  }

  @Test(arguments: [
    ("is:ov", "is:overridden"), ("se", "section:"), ("gift -ty", "gift -type:"),
    ("type:feat", "type:feature-ab"), ("is:o", "is:o"), ("section:check", "section:Checkout"),
    ("gift", "gift"), ("is:on|of", "is:on|of"), ("is:rolled-o", "is:rolled-out"),
    ("\"gift -wrap\" -is:ov", "\"gift -wrap\" -is:overridden"),
  ])
  func `the tab key completes the term at the end of the search text`(
    text: String,
    expected: String
  ) {
    var state = searching(text)
    _ = state.press("tab")
    #expect(state.screen.contains(" / \(expected) "))
  }

  @Test func `a typed letter also matches the letter with diacritics`() {
    let features = ["Über uns", "Tarif", "u\u{308}brig"].map { Feature(name: .init(rawValue: $0)) }
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: features, origin: .file),
      keys: "/"
    )
    state.typeKeys("ub")
    #expect(state.screen.contains("1 of 2"))
  }

  @Test func `is:pinned lists the features whose override equals the configuration`() {
    let features = [
      Feature(name: "A", enabled: true).overridden(Override(enabled: true)),
      Feature(name: "B", enabled: true).overridden(Override(enabled: false)),
    ]
    var state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(features: features, origin: .file),
      keys: "/"
    )
    state.typeKeys("is:pinned")
    #expect(names(state) == ["A"])
  }

  @Test func `is:changed lists the features of changes that are not dismissed`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    let after = Shop.features.map { feature in
      feature.name == "Gift wrap" ? Feature(name: "Gift wrap", enabled: true) : feature
    }
    let comparison = ConfigurationComparison(from: Shop.features, to: after)
    let moment = Moment(.zero, clock: "10:00:00")
    state.addChange(ComparedSource(comparison, when: moment))
    _ = state.press("/")
    state.typeKeys("is:changed")
    #expect(state.screen.contains("1 of 1"))
    #expect(state.screen.contains("Gift wrap"))
  }

  @Test(arguments: [
    ("is:o", "is: on, off, overridden"), ("is:x", "is: expects on, off"),
    ("type:m", "type: mvt"), ("type:", "type: flag, ab, feature-ab, mvt"),
    ("colour:red", "\"colour:\" is searched as text"), ("section:", "expects a part of"),
  ])
  func `an incomplete or unknown search term is explained in the search line or the list`(
    text: String,
    expected: String
  ) throws {
    let screen = searching(text).screen
    #expect(screen.contains(expected), "\(screen)")
    #expect(try #require(screen.split(separator: "\n").last).contains("/ " + text))
  }

  @Test
  func `pressing Enter in a search keeps the matches listed, and Escape shows all features again`()
  {
    var state = searching("gift")
    _ = state.press("enter")
    #expect(names(state) == ["Gift"])
    #expect(state.screen.contains("Features 1 of 14"))
    _ = state.press("esc")
    #expect(names(state).count == 14)
    #expect(state.screen.contains("▌ ⚐ Gift wrap"))
  }

  @Test func `pressing Escape in a search restores the list, the cursor and the scroll position`() {
    var state = Shop.dashboard(columns: 80, rows: 12, keys: "j j j j j j j j k k")
    let before = state.screen
    _ = state.press("/")
    state.typeKeys("debug")
    #expect(names(state) == ["Debug"])
    _ = state.press("esc")
    #expect(state.screen == before)
  }

  @Test func `the up and down keys recall earlier searches while the search line is empty`() {
    var state = searching("gift")
    _ = state.press("enter /")
    state.typeKeys("car")
    _ = state.press("enter / ↑")
    #expect(state.screen.contains(" / car "))
    _ = state.press("↑")
    #expect(state.screen.contains(" / gift "))
    #expect(names(state) == ["Gift"])
    _ = state.press("↑ ↓")
    #expect(state.screen.contains(" / car "))
    _ = state.press("↓")
    #expect(names(state).count == 14)
    state.typeKeys("car")
    _ = state.press("↑")
    #expect(state.screen.contains(" / car "))
  }

  @Test func `a feature that was marked during a search stays marked after the search`() {
    var state = searching("gift")
    _ = state.press("enter m esc /")
    state.typeKeys("is:marked")
    #expect(state.screen.contains("1 of 1"))
    #expect(state.screen.contains("✓⚐ Gift wrap"))
  }

  @Test func `a random search text never crashes the search, and lists no feature twice`() {
    var random = Xorshift(seed: 15)
    let parts = [
      "is:", "type:", "section:", "\"", " ", ":", "on", "mvt", "gift", "ü", "漢", "\u{301}",
    ]
    for _ in 0..<300 {
      let count = Int(random.next() % 8)
      let text = (0..<count).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
      var state = searching(text)
      #expect(Set(names(state)).count == names(state).count)
      _ = state.press("n N enter n N j k esc esc")
      #expect(names(state).count == 14, "\(text)")
    }
  }
}

/// A small deterministic generator of random numbers.
private struct Xorshift {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
