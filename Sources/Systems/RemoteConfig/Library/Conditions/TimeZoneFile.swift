import Files
import Targeting

/// The offsets of a time zone from UTC, as the tz database of the system has them (RFC 8536).
struct TimeZoneFile {
  /// The times at which the offset changes, and the offset from then on, in seconds; ascending.
  private var changes: [(time: Int, offset: Int)] = []
  private var firstOffset = 0

  private static let folder = "/usr/share/zoneinfo/"

  /// Reads the zone with a name such as `Europe/Berlin`; `nil` if the system does not know the zone.
  init?(name: String) {
    if name == "UTC" || name == "GMT" {
      self.init()
      return
    }
    let isName = name.utf8.allSatisfy { byte in
      let isLetter = (0x41...0x5A).contains(byte & 0xDF)
      return isLetter || (0x30...0x39).contains(byte) || "/_+-".utf8.contains(byte)
    }
    // Drops the error: a missing file is an unknown zone.
    guard isName, !name.isEmpty,
      let bytes = try? FileSystem.read(Self.folder + name, limit: 1 << 20)
    else { return nil }
    self.init(bytes)
  }

  private init() {}

  /// Parses the second block of a file, which has times of 64 bits.
  private init?(_ bytes: [UInt8]) {
    func number(_ start: Int, _ size: Int) -> Int {
      let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
    }
    /// Returns the six counts of a header: of UTC and standard flags, leap seconds, times, types and
    /// characters.
    func counts(_ start: Int) -> [Int]? {
      guard bytes.count >= start + 44, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
        return nil
      }
      let counts = (0..<6).map { number(start + 20 + $0 * 4, 4) }
      return counts.allSatisfy { (0...bytes.count).contains($0) } ? counts : nil
    }
    guard let first = counts(0) else { return nil }
    let second =
      44 + first[3] * 5 + first[4] * 6 + first[5] + first[2] * 8 + first[1] + first[0]
    guard let counts = counts(second) else { return nil }
    let (times, kinds) = (second + 44, second + 44 + counts[3] * 8)
    let offsets = kinds + counts[3]
    guard counts[4] > 0, bytes.count >= offsets + counts[4] * 6 else { return nil }
    func offset(_ kind: Int) -> Int? {
      kind < counts[4] ? number(offsets + kind * 6, 4) : nil
    }
    firstOffset = number(offsets, 4)
    for index in 0..<counts[3] {
      guard let offset = offset(Int(bytes[kinds + index])) else { return nil }
      changes.append((number(times + index * 8, 8), offset))
    }
  }

  private func offset(at seconds: Double) -> Int {
    changes.last { Double($0.time) <= seconds }?.offset ?? firstOffset
  }

  /// Returns the time of a clock in the zone, which is given as if the zone were UTC.
  func time(local: Timestamp) -> Timestamp {
    let guess = local.seconds - Double(offset(at: local.seconds))
    return Timestamp(seconds: local.seconds - Double(offset(at: guess)))
  }
}
