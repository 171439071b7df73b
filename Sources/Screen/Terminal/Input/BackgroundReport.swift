import Frame

/// A report of the background colour (OSC 11), such as `11;rgb:ffff/ffff/ffff`.
struct BackgroundReport: Hashable, Sendable {
  /// The background colour; the opacity of a report in the form `rgba:` is dropped.
  let colour: RGB

  /// The number of components of each form of the report.
  private static let counts = ["11;rgb": 3, "11;rgba": 4]

  /// Decodes a report; `nil` for other commands and for a malformed colour.
  ///
  /// - Parameter body: The bytes between `ESC ]` and the terminator.
  init?(_ body: [UInt8]) {
    let words = body.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard words.count == 2, let count = Self.counts[String(decoding: words[0], as: UTF8.self)]
    else { return nil }
    let fields = words[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let components = fields.compactMap(Self.component)
    guard fields.count == count, components.count == count else { return nil }
    colour = RGB(red: components[0], green: components[1], blue: components[2])
  }

  /// Scales a component of one to four hexadecimal digits, whose maximum depends on the number of
  /// digits, to 0...255.
  private static func component(_ field: ArraySlice<UInt8>) -> UInt8? {
    let digits = field.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard (1...4).contains(field.count), digits.count == field.count else { return nil }
    let value = digits.reduce(0) { $0 << 4 | $1 }
    let maximum = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + maximum / 2) / maximum)
  }
}
