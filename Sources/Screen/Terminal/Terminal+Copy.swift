extension Terminal {
  /// The result of a request to copy a text.
  public enum CopyResult: Hashable, Sendable {
    /// The text was sent; a terminal that does not support OSC 52 ignores it.
    case sent
    /// The text is too large for the clipboard sequence; the limit is in bytes of UTF-8.
    case tooLarge(limit: Int)
    /// The terminal prints unknown sequences, so that nothing was sent.
    case unsupported
  }

  /// Copies a text to the clipboard of the user's terminal (OSC 52), also over SSH.
  ///
  /// Call it between two frames: the sequence is not visible.
  ///
  /// - Parameter text: The text, at most about 56 kB.
  /// - Returns: Whether the text was sent.
  public func copy(_ text: String) -> CopyResult {
    guard ignoresSequences else { return .unsupported }
    guard let sequence = ClipboardSequence(text, through: multiplexer) else {
      return .tooLarge(limit: ClipboardSequence.encodedLimit / 4 * 3)
    }
    device.write(sequence.bytes)
    return .sent
  }
}
