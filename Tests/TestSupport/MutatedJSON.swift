/// Mutates JSON at random; equal generators return equal mutations.
///
/// - Parameters:
///   - json: The original JSON in UTF-8.
///   - tokens: The JSON texts that can replace a value.
///   - random: The random number generator.
/// - Returns: The bytes with one to three changes, which can be invalid JSON.
package func mutated(
  _ json: [UInt8],
  tokens: [String],
  using random: inout SeededGenerator
) -> [UInt8] {
  var bytes = json
  for _ in 0...Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
    let position = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: position)
    case 2: bytes.removeSubrange(position..<min(position + 40, bytes.count))
    case 3:
      bytes.insert(contentsOf: bytes[position..<min(position + 60, bytes.count)], at: position)
    default:
      guard let token = tokens.randomElement(using: &random) else { continue }
      replaceValue(in: &bytes, after: position, with: token)
    }
  }
  return bytes
}

/// Replaces the first scalar value of an object after the given position.
private func replaceValue(in bytes: inout [UInt8], after position: Int, with token: String) {
  guard let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":")),
    let end = bytes[colon...].firstIndex(where: { ",]}[{".utf8.contains($0) })
  else { return }
  bytes.replaceSubrange(colon + 1..<end, with: Array(token.utf8))
}
