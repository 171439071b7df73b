import Dashboard
import Foundation
import Frame
import ScreenTestSupport
import TestSupport

@testable import FeatureFlags

/// The features of a small shop app, with every type, for a fixed user.
enum Shop {
  static var features: [Feature] {
    checkout + catalogue + account
  }

  private static var checkout: [Feature] {
    [
      Feature(
        name: "New Cart",
        description: "One page from cart to receipt",
        section: "Checkout",
        enabled: true
      ),
      Feature(
        name: "CTA colour",
        description: "The colour of the button that buys",
        section: "Checkout",
        testVariations: ["Group A", "Group B"],
        testBiases: [50, 50].map(Percentage.init(rawValue:)),
        labels: ["label1", "label2"]
      ).assigned(62.5).overridden(Override(variation: "Group A")),
      Feature(
        name: "Express pay",
        description: "Pay with the card on file",
        section: "Checkout",
        testVariations: ["Enabled", "Disabled"],
        testBiases: [20, 80].map(Percentage.init(rawValue:))
      ).assigned(12),
      Feature(name: "Gift wrap", section: "Checkout"),
      Feature(
        name: "Voucher field",
        description: "Where vouchers are typed",
        section: "Checkout",
        testVariations: ["Top", "Bottom"],
        testBiases: [70, 50].map(Percentage.init(rawValue:))
      ).assigned(30),
    ]
  }

  private static var catalogue: [Feature] {
    [
      Feature(
        name: "Product layout",
        description: "How products are laid out",
        section: "Catalogue",
        testVariations: ["List", "Grid", "Cards", "Magazine"],
        testBiases: [40, 30, 20, 10].map(Percentage.init(rawValue:)),
        labels: ["list", "grid", "cards", "magazine"]
      ).assigned(83.25),
      Feature(
        name: "Search suggestions",
        description: "Suggest as the customer types",
        section: "Catalogue",
        enabled: true
      ),
      Feature(name: "おすすめ商品", description: "Recommendations for Japan", section: "Catalogue"),
      Feature(name: "Old banner", section: "Catalogue", type: .deprecated),
      Feature(
        name: "Sort order",
        section: "Catalogue",
        enabled: false,
        testVariations: ["Price", "Name", "Rating"]
      ).assigned(50),
    ]
  }

  private static var account: [Feature] {
    [
      Feature(
        name: "Gold theme",
        description: "For customers of ten years",
        section: "Account",
        enabled: true,
        unlocked: false
      ),
      Feature(
        name: "Beta badge",
        section: "Account",
        enabled: true,
        unlocked: true
      ),
      Feature(
        name: "Debug menu",
        description: "Shake the phone to open it",
        enabled: true,
        isDevelopment: true
      ),
      Feature(
        name: "A name so long that no list of features has the room to show it in full",
        description: "It is cut with an ellipsis, wherever the screen ends"
      ),
    ]
  }

  static var problems: [Problem] {
    [Problem(severity: .error, line: 31, feature: "Voucher field", fact: .biasSum(120))]
  }

  static var snapshot: LoadedSource {
    LoadedSource(features: features, problems: problems, origin: .file)
  }

  static let context = {
    var context = DashboardContext(
      source: "shop.json",
      workspace: "shop-1f3a",
      version: "0.2.0",
      wallClock: .zone()
    )
    context.commandOptions = ["--source", "shop.json"]
    return context
  }()

  static var readOnly: DashboardContext {
    var context = context
    context.isReadOnly = true
    return context
  }

  static var user: DashboardContext {
    var context = context
    context.user = "ana@example.test"
    return context
  }

  static var cached: LoadedSource {
    LoadedSource(
      features: features,
      origin: .cache,
      note: "shop.example.test cannot be reached"
    )
  }

  static let themes = ["harbour-night", "sailcloth"].map { Theme(name: $0, palette: .standard) }

  /// Creates a dashboard with the features of the shop, and presses keys.
  static func dashboard(
    columns: Int,
    rows: Int,
    theme: Theme = .terminal,
    themes: [Theme] = [],
    context: DashboardContext = context,
    snapshot: LoadedSource? = snapshot,
    keys: String = ""
  ) -> DashboardState {
    var state = DashboardState(
      size: Size(columns: columns, rows: rows),
      theme: theme,
      context: context,
      themes: themes
    )
    if let snapshot { _ = state.update(.loaded(snapshot), now: .zero) }
    _ = state.press(keys)
    return state
  }
}

extension Feature {
  /// Returns a copy of the feature with the given assignment.
  func assigned(_ number: Double) -> Feature {
    var feature = self
    feature.assignment = number
    return feature
  }

  /// Returns a copy of the feature with the given override.
  func overridden(_ override: Override?) -> Feature {
    var feature = self
    feature.override = override
    return feature
  }
}

extension DashboardState {
  /// Presses keys that are separated by spaces, such as `j j enter / c a r t`.
  ///
  /// - Returns: The effects of all keys, in order.
  mutating func press(_ keys: String) -> [Effect] {
    keys.split(separator: " ").flatMap { update(.key(Key(name: String($0))), now: .zero) }
  }

  /// Types a text, one key per character.
  mutating func typeKeys(_ text: String) {
    for character in text { _ = update(.key(.character(character)), now: .zero) }
  }

  /// The text of the screen at time zero, when no notice has expired.
  var screen: String { frame(now: .zero).text }
}

extension Key {
  /// Creates a key from its label in the help.
  init(name: String) {
    let named: [Key] = [
      .character(" "), .enter, .escape, .tab, .backTab, .backspace, .delete, .home, .end, .pageUp,
      .pageDown, .up, .down, .left, .right, .control("u"), .control("d"), .control("p"),
      .control("l"), .control("z"), .control("w"),
    ]
    let functions = (1...12).map { Key.function($0) }
    self = (named + functions).first { $0.label == name } ?? .character(Character(name))
  }
}
