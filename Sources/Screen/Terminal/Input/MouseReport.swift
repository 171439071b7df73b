import Frame

/// A report of the mouse in SGR format: `ESC [ < BUTTON ; COLUMN ; ROW M`, or `m` for a release.
struct MouseReport: Hashable, Sendable {
  let input: MouseInput

  /// Decodes a report; `nil` for other buttons than the first one, for a held modifier key, and for
  /// a malformed report.
  ///
  /// - Parameters:
  ///   - body: The bytes between `<` and the final byte.
  ///   - final: The final byte.
  init?(_ body: ArraySlice<UInt8>, _ final: UInt8) {
    let fields = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard fields.count == 3, numbers.count == 3, numbers[1] > 0, numbers[2] > 0,
      let action = Self.action(button: numbers[0], final)
    else { return nil }
    let position = Position(column: numbers[1] - 1, row: numbers[2] - 1)
    input = MouseInput(action, at: position)
  }

  private static func action(button: Int, _ final: UInt8) -> MouseInput.Action? {
    switch (button, final) {
    case (0, UInt8(ascii: "M")): .press
    case (0, UInt8(ascii: "m")): .release
    // Bit 5 marks a motion with a pressed button.
    case (32, UInt8(ascii: "M")): .drag
    case (64, UInt8(ascii: "M")): .scrollUp
    case (65, UInt8(ascii: "M")): .scrollDown
    default: nil
    }
  }
}
