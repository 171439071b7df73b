import Dashboard
import FeatureFlags

/// Configurations of edge cases.
enum Hard {
  /// A configuration without features.
  static let empty = LoadedSource(features: [], origin: .file)

  /// A configuration with a single feature.
  static let one = LoadedSource(
    features: [Feature(name: "Only one", description: "There is no other", enabled: true)],
    origin: .bundled
  )

  /// Features whose names contain escape sequences and other hostile text.
  static let hostile = LoadedSource(
    features: hostileNames.map { Feature(name: Feature.Name(rawValue: $0), section: "Hostile") },
    origin: .file
  )

  static let hostileNames = [
    "01 escape \u{1B}[31mred\u{1B}[0m",
    "02 title \u{1B}]0;owned\u{07}",
    "03 C1 \u{9B}31m\u{85}next",
    "04 bidi \u{202E}gnihtemos\u{202C}",
    "05 isolate \u{2066}left\u{2069}",
    "06 tab\tand\nnewline\r\nand return",
    "07 zero\u{200B}width\u{FEFF}space",
    "08 family 👨‍👩‍👧‍👦 of four",
    "09 skin 👍🏽 tone",
    "10 flags 🇩🇪🇯🇵 two",
    "11 symbol ⚠️ with a selector",
    "12 keycap 1️⃣ one",
    "13 漢字かな交じり文",
    "14 한국어 기능",
    "15 combining e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
    "16 new emoji \u{1FAF9} and \u{E0001}tag",
    "17 ﷽ wide ligature",
    "18 nul \u{0} delete \u{7F}",
    "19 देवनागरी",
    "20 \u{2028}line separator",
  ]

  /// A feature whose texts are longer than any screen.
  static let long = LoadedSource(
    features: [
      Feature(
        name: Feature.Name(rawValue: String(repeating: "endless ", count: 2000)),
        description: String(repeating: "word after word ", count: 200),
        section: String(repeating: "section ", count: 40),
        testVariations: [
          TestVariation(rawValue: String(repeating: "variation ", count: 30)),
          TestVariation(rawValue: String(repeating: "漢字", count: 60)), "Short",
        ]
      ),
      Feature(name: Feature.Name(rawValue: String(repeating: "漢字", count: 300)), enabled: true),
      Feature(name: "Short"),
    ],
    origin: .file
  )

  /// Creates the given number of features, to test the maximum size of a dashboard.
  static func many(_ count: Int) -> LoadedSource {
    let words = ["cart", "search", "layout", "colour", "price", "badge", "theme", "video"]
    let features = (0..<count).map { number in
      Feature(
        name: Feature.Name(rawValue: "Feature \(number) \(words[number % words.count])"),
        description: "What number \(number) is about",
        section: "Section \(number / 500)",
        enabled: number.isMultiple(of: 2),
        testVariations: number.isMultiple(of: 5) ? ["Group A", "Group B", "Group C"] : []
      )
    }
    return LoadedSource(features: features, origin: .file)
  }
}
