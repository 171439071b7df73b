import FeatureFlags

extension Feature.Name {
  static let newCart = Feature.Name(rawValue: "New Cart")
  static let expressPay = Feature.Name(rawValue: "Express Pay")
  static let ctaColour = Feature.Name(rawValue: "CTA colour")
  static let layout = Feature.Name(rawValue: "Layout")
  static let recentlyViewed = Feature.Name(rawValue: "Recently viewed")
  static let goldTheme = Feature.Name(rawValue: "Gold theme")
}

/// Renders the screen of the shop from the current state of its features.
struct ShopFront {
  /// The number of changes since the shop was started, which the screen shows.
  let changes: Int

  private var isGold: Bool { Feature.named(.goldTheme)?.isUnlocked() ?? false }
  private var layout: String { Feature.named(.layout)?.testVariation().rawValue ?? "Grid" }

  /// The lines of the screen, with escape sequences for colours.
  var lines: [String] {
    let width = 52
    let frame = isGold ? "\u{1B}[33m" : "\u{1B}[36m"
    let rule = frame + String(repeating: "─", count: width) + "\u{1B}[m"
    var lines = [rule, "\u{1B}[1m  The Chandlery\u{1B}[m", rule, ""]
    lines += shelves
    if Feature.isEnabled(.recentlyViewed) {
      lines += ["", "\u{1B}[2m  Recently viewed: Pulley, Cleat\u{1B}[m"]
    }
    lines += ["", rule] + till + ["", "\u{1B}[2m  layout \(layout) · changes \(changes)\u{1B}[m"]
    return lines
  }

  private var shelves: [String] {
    let goods = Catalogue.goods
    switch layout {
    case "List": return goods.map { "  • " + $0 }
    case "Magazine":
      return ["  \u{1B}[1m\(goods[0])\u{1B}[m, and how it is made", ""] + rows(of: 2)
    case "Carousel": return ["  ‹  \(goods[0])  ·  \(goods[1])  ·  \(goods[2])  ›"]
    default: return rows(of: 3)
    }
  }

  private func rows(of columns: Int) -> [String] {
    stride(from: 0, to: Catalogue.goods.count, by: columns).map { start in
      Catalogue.goods[start...].prefix(columns).map { name in
        "  " + name + String(repeating: " ", count: max(0, 14 - name.count))
      }.joined()
    }
  }

  private var till: [String] {
    let isGroupA = ABTest(rawValue: .ctaColour)?.isGroupA() ?? true
    let button = "\u{1B}[30;4\(isGroupA ? "2" : "3")m  Buy  \u{1B}[m"
    let express = Feature.isEnabled(.expressPay) ? "   \u{1B}[7m  One touch  \u{1B}[m" : ""
    let cart = Feature.isEnabled(.newCart) ? "  Your cart stays open: 2 things" : "  Cart (2)"
    return [cart, "", "  " + button + express]
  }
}
