import Frame

/// Finds the shortest sequence that changes the colours and attributes of the terminal (SGR).
struct PenSequences: Sendable {
  private let reset: String
  private let on: [(attribute: Style.Attributes, text: String)]
  private let foregrounds: [String]
  private let backgrounds: [String]
  /// Whether the terminal has the sequences of ISO 6429 that end single attributes and colours.
  private let canEndSingly: Bool
  private var changes: [Change: [UInt8]] = [:]

  private struct Change: Hashable {
    var start: Pen?
    var end: Pen
  }

  /// The maximum number of cached changes.
  private static let limit = 4096

  init(_ entry: TerminfoEntry) {
    // Many entries also select a character set in this capability, which this package never changes.
    let text = entry.strings["sgr0"] ?? ""
    let isUsual = text.contains("\u{1B}[m") || text.contains("\u{1B}[0m")
    reset = isUsual ? "\u{1B}[0m" : text
    canEndSingly = isUsual && entry.strings["op"] == "\u{1B}[39;49m"
    on = TerminfoEntry.attributeNames.compactMap { attribute, name in
      entry.strings[name].map { (attribute, $0) }
    }
    (foregrounds, backgrounds) = (entry.foregrounds, entry.backgrounds)
  }

  /// Returns the bytes that change the pen of the terminal; `start` is `nil` if its state is unknown.
  mutating func bytes(from start: Pen?, to end: Pen) -> [UInt8] {
    if start == end { return [] }
    let change = Change(start: start, end: end)
    if let known = changes[change] { return known }
    var best =
      end == .plain && reset == "\u{1B}[0m"
      ? Array("\u{1B}[m".utf8) : Self.joined([reset] + difference(from: .plain, to: end))
    if let start, start == .plain || canEndSingly {
      let part = Self.joined(ends(from: start, to: end) + difference(from: start, to: end))
      if part.count < best.count { best = part }
    }
    if changes.count >= Self.limit { changes = [:] }
    changes[change] = best
    return best
  }

  /// The sequences that end attributes of `start` which `end` lacks, and colours for the default ones.
  private func ends(from start: Pen, to end: Pen) -> [String] {
    let gone = start.attributes.subtracting(end.attributes)
    var parts: [String] = []
    if !gone.isDisjoint(with: [.bold, .dim]) { parts.append("\u{1B}[22m") }
    if gone.contains(.italic) { parts.append("\u{1B}[23m") }
    if gone.contains(.underlined) { parts.append("\u{1B}[24m") }
    if gone.contains(.reversed) { parts.append("\u{1B}[27m") }
    if start.foreground != .standard, end.foreground == .standard { parts.append("\u{1B}[39m") }
    if start.background != .standard, end.background == .standard { parts.append("\u{1B}[49m") }
    return parts
  }

  /// The sequences that begin attributes and select colours of `end` which `start` lacks.
  private func difference(from start: Pen, to end: Pen) -> [String] {
    var lost = start.attributes.subtracting(end.attributes)
    // The same sequence ends bold and dim text: if one of them must end, both do, and the other begins
    // again.
    if !lost.isDisjoint(with: [.bold, .dim]) { lost.formUnion([.bold, .dim]) }
    let new = end.attributes.subtracting(start.attributes.subtracting(lost))
    var parts = on.filter { new.contains($0.attribute) }.map(\.text)
    if end.foreground != start.foreground {
      parts += Self.sequence(of: end.foreground, foregrounds, layer: 38)
    }
    if end.background != start.background {
      parts += Self.sequence(of: end.background, backgrounds, layer: 48)
    }
    return parts
  }

  private static func sequence(of ink: Pen.Ink, _ table: [String], layer: Int) -> [String] {
    switch ink {
    case .standard: []
    case .indexed(let number) where Int(number) < table.count: [table[Int(number)]]
    case .indexed(let number): ["\u{1B}[\(layer);5;\(number)m"]
    // All terminals with direct colours understand this notation; some of them do not understand the
    // notation with colons that terminfo has.
    case .direct(let colour):
      ["\u{1B}[\(layer);2;\(colour.red);\(colour.green);\(colour.blue)m"]
    }
  }

  /// Joins sequences, and merges adjacent SGR sequences into one.
  private static func joined(_ parts: [String]) -> [UInt8] {
    var text = ""
    var isMergeable = false
    for part in parts {
      let parameters = part.hasPrefix("\u{1B}[") && part.hasSuffix("m") ? part.dropFirst(2) : ""
      let isSGR =
        !parameters.isEmpty && parameters.dropLast().allSatisfy { $0.isNumber || $0 == ";" }
      if isSGR, isMergeable {
        text.removeLast()
        text += ";" + parameters
      } else {
        text += part
      }
      isMergeable = isSGR
    }
    return Array(text.utf8)
  }
}
