import Frame

/// Allocates the numbers that curses uses for colours and colour pairs.
///
/// Both kinds of numbers are limited, so each is allocated when a style first needs it. Curses
/// identifies direct (RGB) colours by number, too; common terminfo entries allow only 256 numbers.
/// Numbers from 16 on are therefore slots: `colour(ofSlot:)` returns the direct colour of a slot.
struct ColourTable: Sendable {
  /// The curses colour numbers of a foreground and a background; -1 is the default colour.
  struct Pair: Hashable, Sendable {
    var foreground: Int32
    var background: Int32
  }

  /// The curses attributes of a style: the number of a colour pair, and bold.
  struct Ink: Hashable, Sendable {
    var pair: Int32
    var isBold = false
  }

  private static let firstSlot: Int32 = 16
  private static let endOfSlots: Int32 = 256

  let depth: ColourDepth
  private let pairLimit: Int
  private let hasStandard: Bool
  private var pairs: [Pair: Int32] = [:]
  private var slots: [RGB: Int32] = [:]
  private var colours: [RGB] = []
  private var nearest: [RGB: Int32] = [:]

  /// The pairs that are allocated but not yet registered with curses.
  private(set) var newPairs: [(number: Int32, pair: Pair)] = []
  /// Whether an allocation has failed since the table was created or emptied.
  private(set) var isExhausted = false

  /// Creates a table without allocated colours.
  ///
  /// - Parameters:
  ///   - depth: The colour depth of the terminal.
  ///   - pairLimit: The number of pairs that curses supports; pair 0 has the default colours.
  ///   - hasStandard: Whether the terminal supports default colours; otherwise white on black is
  ///     used.
  init(depth: ColourDepth, pairLimit: Int, hasStandard: Bool) {
    self.depth = depth
    // Limits the pairs to more than any frame needs, because curses allocates memory for all pairs
    // up to the highest number.
    self.pairLimit = min(pairLimit, 8192)
    self.hasStandard = hasStandard
  }

  /// Frees all allocated numbers; the caller must redraw the whole screen.
  mutating func removeAll() {
    self = ColourTable(depth: depth, pairLimit: pairLimit, hasStandard: hasStandard)
  }

  /// Removes and returns the pairs that are not yet registered with curses.
  mutating func dequeueNewPairs() -> [(number: Int32, pair: Pair)] {
    defer { newPairs = [] }
    return newPairs
  }

  /// The direct colour of a slot; `nil` if the number is not an allocated slot.
  func colour(ofSlot number: Int) -> RGB? {
    let index = number - Int(Self.firstSlot)
    return depth == .direct && colours.indices.contains(index) ? colours[index] : nil
  }

  /// Returns the pair for a style, and whether bold is needed to show its colour as a bright one.
  mutating func ink(for style: Style) -> Ink {
    guard depth != .monochrome else { return Ink(pair: 0) }
    var isBold = false
    if depth == .eight, case .ansi(let number) = style.foreground, number & 15 > 8 {
      isBold = true
    }
    let pair = Pair(
      foreground: number(for: style.foreground, standard: 7),
      background: number(for: style.background, standard: 0)
    )
    return Ink(pair: number(for: pair), isBold: isBold)
  }

  private mutating func number(for pair: Pair) -> Int32 {
    if pair == Pair(foreground: -1, background: -1) { return 0 }
    if let known = pairs[pair] { return known }
    guard pairs.count + 1 < pairLimit else {
      isExhausted = true
      return 0
    }
    let number = Int32(pairs.count + 1)
    pairs[pair] = number
    newPairs.append((number, pair))
    return number
  }

  private mutating func number(for colour: Colour, standard: Int32) -> Int32 {
    switch colour {
    case .standard:
      return hasStandard ? -1 : standard
    case .ansi(let number):
      guard depth == .eight else { return Int32(number & 15) }
      // With 8 colours, bright black would become black, which is invisible on a black background;
      // white is the closest other colour without a hue.
      return number & 15 == 8 ? 7 : Int32(number & 7)
    case .rgb(let red, let green, let blue):
      let colour = RGB(red: red, green: green, blue: blue)
      return depth == .direct ? slot(for: colour) : indexed(colour)
    }
  }

  private mutating func indexed(_ colour: RGB) -> Int32 {
    if let known = nearest[colour] { return known }
    let index = Int32(IndexedColours.nearest(to: colour, in: depth) ?? 0)
    // Bounds the cache: frames with many colours would let it grow without limit.
    if nearest.count < 4096 { nearest[colour] = index }
    return index
  }

  private mutating func slot(for colour: RGB) -> Int32 {
    if let known = slots[colour] { return known }
    let number = Self.firstSlot + Int32(colours.count)
    guard number < Self.endOfSlots else {
      isExhausted = true
      return nearestSlot(to: colour)
    }
    slots[colour] = number
    colours.append(colour)
    return number
  }

  private func nearestSlot(to colour: RGB) -> Int32 {
    let target = Oklab(colour)
    let distances = colours.map { Oklab($0).distance(to: target) }
    let best = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    return Self.firstSlot + Int32(best)
  }
}
