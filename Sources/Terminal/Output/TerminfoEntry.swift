import CNcurses
import Frame

/// The capabilities of a terminal type, from its entry in the terminal database (terminfo).
struct TerminfoEntry: Hashable, Sendable {
  /// The string capabilities by their terminfo names, without delays.
  var strings: [String: String]
  /// The names of the Boolean capabilities that the entry has.
  var flags: Set<String>
  /// The number of colours; 0 for a monochrome terminal.
  var colours: Int
  /// The sequences that select one of the first 16 colours as the colour of text; empty for a
  /// monochrome terminal.
  var foregrounds: [String]
  /// The sequences that select one of the first 16 colours as the background.
  var backgrounds: [String]
  /// The attributes that the terminal cannot combine with colours (`no_color_video`).
  var colourlessAttributes: Int

  /// The string capabilities that this package uses.
  private static let stringNames = [
    "bold", "civis", "clear", "cnorm", "csr", "cub", "cub1", "cud", "cud1", "cuf", "cup", "cuu",
    "dim", "ech", "el", "hpa", "indn", "op", "rep", "rev", "rin", "rmacs", "rmcup", "rmir", "rmkx",
    "sgr0", "sitm", "smam",
    "smcup", "smkx", "smul", "vpa",
  ]
  private static let flagNames = ["am", "bce", "xenl"]

  /// Reads the entry of a terminal type; `nil` if the database has none.
  ///
  /// The call is not thread-safe, because ncurses stores the current entry in a global variable.
  init?(term: String, output: Int32) {
    guard !term.isEmpty, cn_select(term, output) != 0 else { return nil }
    defer { cn_deselect() }
    strings = [:]
    for name in Self.stringNames {
      guard let text = cn_string(name) else { continue }
      strings[name] = Self.withoutDelays(String(cString: text))
    }
    flags = Set(Self.flagNames.filter { cn_flag($0) != 0 })
    colours = max(Int(cn_number("colors")), 0)
    colourlessAttributes = max(Int(cn_number("ncv")), 0)
    // With direct colours, the numbers of the entry are components of colours from 8 on.
    let isDirect = colours > 256
    foregrounds =
      isDirect ? Self.xterm.foregrounds : Self.sequences("setaf", count: min(colours, 16))
    backgrounds =
      isDirect ? Self.xterm.backgrounds : Self.sequences("setab", count: min(colours, 16))
    if foregrounds.isEmpty || backgrounds.isEmpty { colours = 0 }
  }

  init(
    strings: [String: String],
    flags: Set<String> = [],
    colours: Int = 0,
    foregrounds: [String] = [],
    backgrounds: [String] = [],
    colourlessAttributes: Int = 0
  ) {
    self.strings = strings.mapValues(Self.withoutDelays)
    self.flags = flags
    self.colours = colours
    self.foregrounds = foregrounds
    self.backgrounds = backgrounds
    self.colourlessAttributes = colourlessAttributes
  }

  /// The sequences of the first colours; empty if the entry cannot select colours by number.
  private static func sequences(_ name: String, count: Int) -> [String] {
    (0..<count).compactMap { colour in
      cn_string(name).flatMap { cn_expand($0, Int32(colour)) }
        .map { withoutDelays(String(cString: $0)) }
    }
  }

  /// Whether the terminal moves its cursor by the sequence of ISO 6429 (`CSI row ; column H`).
  var canPlaceCursor: Bool { strings["cup"] == "\u{1B}[%i%p1%d;%p2%dH" }

  /// Removes terminfo delays such as `$<50/>`, which only teletypewriters need.
  private static func withoutDelays(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let after = rest[rest.index(after: dollar)...]
      guard after.first == "<", let end = after.firstIndex(of: ">") else {
        result += rest[...dollar]
        rest = after
        continue
      }
      result += rest[..<dollar]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension TerminfoEntry {
  /// The capabilities of `xterm-256color`, which terminals of other types imitate.
  ///
  /// The fallback for a terminal type without an entry needs no terminal database.
  static let xterm = TerminfoEntry(
    strings: [
      "bold": "\u{1B}[1m", "civis": "\u{1B}[?25l", "clear": "\u{1B}[H\u{1B}[2J",
      "cnorm": "\u{1B}[?25h", "csr": "\u{1B}[%i%p1%d;%p2%dr", "cub": "\u{1B}[%p1%dD",
      "cub1": "\u{8}", "cud": "\u{1B}[%p1%dB", "cud1": "\n", "cuf": "\u{1B}[%p1%dC",
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "cuu": "\u{1B}[%p1%dA", "dim": "\u{1B}[2m",
      "el": "\u{1B}[K", "hpa": "\u{1B}[%i%p1%dG", "op": "\u{1B}[39;49m", "rev": "\u{1B}[7m",
      "rmcup": "\u{1B}[?1049l", "rmir": "\u{1B}[4l", "rmkx": "\u{1B}[?1l\u{1B}>",
      "sgr0": "\u{1B}[m", "sitm": "\u{1B}[3m", "smam": "\u{1B}[?7h",
      "smcup": "\u{1B}[?1049h", "smkx": "\u{1B}[?1h\u{1B}=", "smul": "\u{1B}[4m",
      "vpa": "\u{1B}[%i%p1%dd",
    ],
    flags: ["am", "xenl"],
    colours: 256,
    foregrounds: (0..<8).map { "\u{1B}[3\($0)m" } + (0..<8).map { "\u{1B}[9\($0)m" },
    backgrounds: (0..<8).map { "\u{1B}[4\($0)m" } + (0..<8).map { "\u{1B}[10\($0)m" }
  )
}

extension TerminfoEntry {
  /// The capabilities that begin text attributes.
  static let attributeNames: [(attribute: Style.Attributes, name: String)] = [
    (.bold, "bold"), (.dim, "dim"), (.underlined, "smul"), (.reversed, "rev"), (.italic, "sitm"),
  ]

  /// The attributes that the terminal cannot combine with colours.
  var colourless: Style.Attributes {
    let bits: [(bit: Int, attribute: Style.Attributes)] = [
      (2, .underlined), (4, .reversed), (16, .dim), (32, .bold), (1 << 15, .italic),
    ]
    return Style.Attributes(bits.filter { colourlessAttributes & $0.bit != 0 }.map(\.attribute))
  }
}
