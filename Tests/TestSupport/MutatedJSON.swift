/// JSON in which something has gone wrong, the same for the same random numbers.
///
/// - Parameters:
///   - json: The bytes before that.
///   - tokens: What may take the place of a value.
///   - random: What decides about it.
/// - Returns: The bytes with one to three changes; they may not be JSON any more.
package func mutated(
  _ json: [UInt8],
  tokens: [String],
  using random: inout SeededGenerator
) -> [UInt8] {
  var bytes = json
  for _ in 0...Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.removeSubrange(place..<min(place + 40, bytes.count))
    case 3: bytes.insert(contentsOf: bytes[place..<min(place + 60, bytes.count)], at: place)
    default:
      guard let token = tokens.randomElement(using: &random) else { continue }
      replaceValue(in: &bytes, after: place, with: token)
    }
  }
  return bytes
}

/// Puts something else in the place of the next value that has no parts.
private func replaceValue(in bytes: inout [UInt8], after place: Int, with token: String) {
  guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
    let end = bytes[colon...].firstIndex(where: { ",]}[{".utf8.contains($0) })
  else { return }
  bytes.replaceSubrange(colon + 1..<end, with: Array(token.utf8))
}
