import Frame

/// Gives out the numbers by which curses knows colours and pairs of them.
///
/// Both are scarce, so they are given out when a style first needs them. A terminal with direct
/// colours still numbers them for curses, which knows 256 at most by their usual descriptions:
/// numbers from 16 on are slots, and `colour(ofSlot:)` says what stands in one.
struct ColourTable: Sendable {
  /// A foreground and a background, as curses numbers them; -1 is the terminal's own.
  struct Pair: Hashable, Sendable {
    var foreground: Int32
    var background: Int32
  }

  /// What a style needs.
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

  /// The pairs that were given out since the last call, in order: curses must be told of them.
  private(set) var newPairs: [(number: Int32, pair: Pair)] = []
  /// Whether something was refused since the table was made or emptied.
  private(set) var isExhausted = false

  /// Makes an empty table for a terminal with `pairLimit` pairs, of which pair 0 is its own look.
  ///
  /// Without `hasStandard` the terminal's own colours count as white on black.
  init(depth: ColourDepth, pairLimit: Int, hasStandard: Bool) {
    self.depth = depth
    // More than these no frame needs, and curses allocates as many as the highest number.
    self.pairLimit = min(pairLimit, 8192)
    self.hasStandard = hasStandard
  }

  /// Takes everything back; what is on the screen must be painted again.
  mutating func removeAll() {
    self = ColourTable(depth: depth, pairLimit: pairLimit, hasStandard: hasStandard)
  }

  /// Hands over the pairs that are new.
  mutating func takeNewPairs() -> [(number: Int32, pair: Pair)] {
    defer { newPairs = [] }
    return newPairs
  }

  /// The direct colour of a number; `nil` for one of the terminal's own.
  func colour(ofSlot number: Int) -> RGB? {
    let index = number - Int(Self.firstSlot)
    return depth == .direct && colours.indices.contains(index) ? colours[index] : nil
  }

  /// The pair for a style, and whether its colour is to be made brighter by bold.
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
      // Bright black would be black, and so invisible: white is the next that is no other colour.
      return number & 15 == 8 ? 7 : Int32(number & 7)
    case .rgb(let red, let green, let blue):
      let wanted = RGB(red: red, green: green, blue: blue)
      return depth == .direct ? slot(for: wanted) : indexed(wanted)
    }
  }

  private mutating func indexed(_ wanted: RGB) -> Int32 {
    if let known = nearest[wanted] { return known }
    let index = Int32(IndexedColours.nearest(to: wanted, in: depth) ?? 0)
    // A picture of many colours must not fill the memory with what can be found again.
    if nearest.count < 4096 { nearest[wanted] = index }
    return index
  }

  private mutating func slot(for wanted: RGB) -> Int32 {
    if let known = slots[wanted] { return known }
    let number = Self.firstSlot + Int32(colours.count)
    guard number < Self.endOfSlots else {
      isExhausted = true
      return nearestSlot(to: wanted)
    }
    slots[wanted] = number
    colours.append(wanted)
    return number
  }

  private func nearestSlot(to wanted: RGB) -> Int32 {
    let target = Oklab(wanted)
    let distances = colours.map { Oklab($0).distance(to: target) }
    let best = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    return Self.firstSlot + Int32(best)
  }
}
