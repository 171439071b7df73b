/// A version of up to five numbers with points; missing numbers are 0.
struct DottedVersion: Comparable, Sendable {
  private let numbers: [Int]

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 5 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else {
        return nil
      }
      numbers.append(number)
    }
    self.numbers = numbers + Array(repeating: 0, count: 5 - numbers.count)
  }

  static func < (left: DottedVersion, right: DottedVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
