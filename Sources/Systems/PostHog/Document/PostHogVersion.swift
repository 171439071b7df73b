/// A version of three numbers, without a prerelease.
struct PostHogVersion: Hashable, Comparable {
  let major: Int
  let minor: Int
  let patch: Int

  /// The numbers of a version, while it is read.
  private struct Numbers {
    private var first = (0, 0, 0)
    /// The number of numbers; those after the third are ignored.
    private(set) var count = 0

    var version: PostHogVersion { PostHogVersion(first.0, first.1, first.2) }

    /// Reads numbers with dots between them, of at most 15 digits, without leading zeros; `nil` for another
    /// text.
    init?(_ text: Substring.UTF8View) {
      var (number, digits) = (0, 0)
      for byte in text {
        if byte == UInt8(ascii: ".") {
          guard digits > 0 else { return nil }
          append(number)
          (number, digits) = (0, 0)
        } else {
          guard (0x30...0x39).contains(byte), digits < 15, digits == 0 || number > 0 else {
            return nil
          }
          number = number * 10 + Int(byte - 0x30)
          digits += 1
        }
      }
      guard digits > 0 else { return nil }
      append(number)
    }

    private mutating func append(_ number: Int) {
      switch count {
      case 0: first.0 = number
      case 1: first.1 = number
      case 2: first.2 = number
      default: break
      }
      count += 1
    }
  }

  private init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Parses a version: a leading `v` and everything from `-` or `+` is ignored, missing numbers are 0.
  init?(_ text: String) {
    let text = text.utf8.contains(0x20) ? text.filter { $0 != " " } : text
    var core = text.utf8[...]
    if let first = core.first, first | 0x20 == UInt8(ascii: "v") { core.removeFirst() }
    core = core.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    guard let numbers = Numbers(core) else { return nil }
    self = numbers.version
  }

  /// Returns the versions of a text such as `1.*` or `1.2.*`; `nil` for another text.
  static func wildcard(_ text: String) -> Range<PostHogVersion>? {
    guard text.utf8.suffix(2).elementsEqual(".*".utf8),
      let numbers = Numbers(text.utf8.dropLast(2)),
      numbers.count < 3
    else { return nil }
    let start = numbers.version
    return start..<(numbers.count == 1 ? PostHogVersion(start.major + 1, 0, 0) : start.nextMinor)
  }

  /// The first version with the next minor number.
  var nextMinor: PostHogVersion { PostHogVersion(major, minor + 1, 0) }

  /// The first version whose left-most number that is not zero is higher.
  var nextIncompatible: PostHogVersion {
    if major > 0 { return PostHogVersion(major + 1, 0, 0) }
    return minor > 0 ? nextMinor : PostHogVersion(0, 0, patch + 1)
  }

  static func < (one: PostHogVersion, other: PostHogVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}
