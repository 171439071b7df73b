import Frame

/// Allocates the numbers by which curses identifies colours and colour pairs.
///
/// Both are limited, so they are allocated when a style first needs them. With direct colours, curses
/// still uses numbers, at most 256 by the usual terminal database: numbers from 16 on are slots, and
/// `colour(ofSlot:)` maps a slot to its colour.
struct ColourTable: Sendable {
  /// The numbers of a foreground and a background; -1 is the default colour of the terminal.
  struct Pair: Hashable, Sendable {
    var foreground: Int32
    var background: Int32
  }

  /// The pair and the attribute of a style.
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

  /// The pairs that were allocated since the last call and are not yet registered with curses.
  private(set) var newPairs: [(number: Int32, pair: Pair)] = []
  /// Whether an allocation failed since the table was made or emptied.
  private(set) var isExhausted = false

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - depth: The colours of the terminal.
  ///   - pairLimit: The number of pairs, of which pair 0 has the default colours.
  ///   - hasStandard: Whether the terminal has default colours; otherwise white on black is used.
  init(depth: ColourDepth, pairLimit: Int, hasStandard: Bool) {
    self.depth = depth
    // No frame needs more pairs, and curses allocates memory for all pairs up to the highest number.
    self.pairLimit = min(pairLimit, 8192)
    self.hasStandard = hasStandard
  }

  /// Frees all numbers; the screen must be drawn again.
  mutating func removeAll() {
    self = ColourTable(depth: depth, pairLimit: pairLimit, hasStandard: hasStandard)
  }

  /// Dequeues the pairs that are not yet registered with curses.
  mutating func dequeueNewPairs() -> [(number: Int32, pair: Pair)] {
    defer { newPairs = [] }
    return newPairs
  }

  /// The direct colour of a slot; `nil` for a colour of the terminal settings.
  func colour(ofSlot number: Int) -> RGB? {
    let index = number - Int(Self.firstSlot)
    return depth == .direct && colours.indices.contains(index) ? colours[index] : nil
  }

  /// The pair for a style, and whether bold makes its colour brighter.
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
      // Bright black would be black and so invisible; white is the closest colour without a hue.
      return number & 15 == 8 ? 7 : Int32(number & 7)
    case .rgb(let red, let green, let blue):
      let colour = RGB(red: red, green: green, blue: blue)
      return depth == .direct ? slot(for: colour) : indexed(colour)
    }
  }

  private mutating func indexed(_ colour: RGB) -> Int32 {
    if let known = nearest[colour] { return known }
    let index = Int32(IndexedColours.nearest(to: colour, in: depth) ?? 0)
    // Bounds the cache, which frames with many colours would grow without limit.
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
