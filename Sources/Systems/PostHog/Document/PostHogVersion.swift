/// A version of three numbers, without a prerelease.
struct PostHogVersion: Hashable, Comparable {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  /// Parses a version: a leading `v` and everything from `-` or `+` is ignored, missing numbers are 0.
  init?(_ text: String) {
    var bytes = text.utf8.filter { $0 != UInt8(ascii: " ") }[...]
    if let first = bytes.first, first == UInt8(ascii: "v") || first == UInt8(ascii: "V") {
      bytes.removeFirst()
    }
    let core = bytes.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    guard let numbers = Self.numbers(core) else { return nil }
    self.numbers = Array((numbers + [0, 0]).prefix(3))
  }

  /// Parses numbers with dots between them, of at most 15 digits, without leading zeros.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    for part in text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      let isShort = part.count == 1 || part.count < 16 && part.first != UInt8(ascii: "0")
      guard !part.isEmpty, isShort, part.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    return numbers
  }

  /// Returns the versions of a text such as `1.*` or `1.2.*`; `nil` for another text.
  static func wildcard(_ text: String) -> Range<PostHogVersion>? {
    let bytes = Array(text.utf8)
    guard bytes.suffix(2) == Array(".*".utf8)[...], let numbers = numbers(bytes.dropLast(2)),
      numbers.count < 3
    else {
      return nil
    }
    var end = numbers
    end[end.count - 1] += 1
    return PostHogVersion(padded(numbers))..<PostHogVersion(padded(end))
  }

  private static func padded(_ numbers: [Int]) -> [Int] { Array((numbers + [0, 0]).prefix(3)) }

  /// The first version with the next minor number.
  var nextMinor: PostHogVersion { PostHogVersion([numbers[0], numbers[1] &+ 1, 0]) }

  /// The first version whose left-most number that is not zero is higher.
  var nextIncompatible: PostHogVersion {
    if numbers[0] > 0 { return PostHogVersion([numbers[0] &+ 1, 0, 0]) }
    return numbers[1] > 0 ? nextMinor : PostHogVersion([0, 0, numbers[2] &+ 1])
  }

  static func < (one: PostHogVersion, other: PostHogVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }
}
