import Glibc

/// Counts distinct users by their hashes: exactly up to a limit, and by an estimate above it.
struct DistinctUsers: Sendable {
  /// The number of users that are counted exactly.
  private static let limit = 1_000

  private var hashes: Set<UInt64> = []
  /// The sketch of all users; `nil` while they are counted exactly.
  private var sketch: DistinctSketch?

  mutating func insert(_ hash: UInt64) {
    if sketch == nil {
      hashes.insert(hash)
      guard hashes.count > Self.limit else { return }
      var all = DistinctSketch()
      for hash in hashes { all.insert(hash) }
      (sketch, hashes) = (all, [])
    } else {
      sketch?.insert(hash)
    }
  }

  var count: Int { sketch?.count ?? hashes.count }

  /// The approximate memory, in bytes.
  var memory: Int { sketch == nil ? hashes.capacity * 9 : DistinctSketch.memory }
}

/// Estimates the number of distinct hashes in 32 KiB of memory: HyperLogLog with the estimator of Otmar Ertl
/// ("New cardinality estimation algorithms for HyperLogLog sketches", 2017).
///
/// The standard error is 0.6 % for any number of hashes.
struct DistinctSketch: Sendable {
  /// The number of bits of a hash that select its register.
  private static let indexBits = 15
  private static let registerCount = 1 << indexBits
  /// The largest value of a register: the number of bits after the index of a hash, plus 1 if all of
  /// them are zero.
  private static let largest = UInt64.bitWidth - indexBits + 1

  /// The approximate memory, in bytes.
  static let memory = registerCount

  /// For each register, the largest number of leading zeros of a hash, plus 1.
  private var registers = [UInt8](repeating: 0, count: registerCount)

  /// Adds a hash, whose bits must be evenly distributed.
  mutating func insert(_ hash: UInt64) {
    let index = Int(hash >> UInt64(UInt64.bitWidth - Self.indexBits))
    let rest = hash << UInt64(Self.indexBits) | 1 << UInt64(Self.indexBits - 1)
    let zeros = UInt8(rest.leadingZeroBitCount + 1)
    if zeros > registers[index] { registers[index] = zeros }
  }

  /// The estimated number of distinct hashes.
  var count: Int {
    var histogram = [Double](repeating: 0, count: Self.largest + 1)
    for register in registers { histogram[Int(register)] += 1 }
    let size = Double(Self.registerCount)
    var sum = size * Self.tau(1 - histogram[Self.largest] / size)
    for value in (1..<Self.largest).reversed() { sum = 0.5 * (sum + histogram[value]) }
    sum += size * Self.sigma(histogram[0] / size)
    return Int((size * size / (2 * M_LN2 * sum)).rounded())
  }

  /// The contribution of empty registers.
  private static func sigma(_ share: Double) -> Double {
    guard share < 1 else { return .infinity }
    var (x, factor, sum) = (share, 1.0, share)
    while true {
      x *= x
      let next = sum + x * factor
      if next == sum { return sum }
      (sum, factor) = (next, factor * 2)
    }
  }

  /// The contribution of full registers.
  private static func tau(_ share: Double) -> Double {
    guard share > 0, share < 1 else { return 0 }
    var (x, factor, sum) = (share, 1.0, 1 - share)
    while true {
      x = x.squareRoot()
      factor *= 0.5
      let next = sum - (1 - x) * (1 - x) * factor
      if next == sum { return sum / 3 }
      sum = next
    }
  }
}
