import Testing

@testable import FeatureFlags

struct FeatureNameTests {
  @Test
  func `equal names have equal hashes at every length, and different names different hashes`() {
    var hashes: Set<Int> = []
    let text = "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz"
    for count in 0...text.utf8.count {
      let name = Feature.Name(rawValue: String(text.prefix(count)))
      let copy = Feature.Name(rawValue: text.prefix(count).map(String.init).joined())
      #expect(name._rawHashValue(seed: 1) == copy._rawHashValue(seed: 1))
      #expect(name._rawHashValue(seed: 1) != name._rawHashValue(seed: 2))
      hashes.insert(name._rawHashValue(seed: 1))
    }
    #expect(hashes.count == text.utf8.count + 1)
  }

  @Test func `changing any byte of a name changes its hash`() {
    for count in [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 24, 31, 32, 33] {
      let bytes = (0..<count).map { UInt8(0x61 + $0 % 26) }
      let hash = Feature.Name(rawValue: String(decoding: bytes, as: UTF8.self))
        ._rawHashValue(seed: 3)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1
        let name = Feature.Name(rawValue: String(decoding: changed, as: UTF8.self))
        #expect(name._rawHashValue(seed: 3) != hash, "byte \(index) of \(count)")
      }
    }
  }

  @Test func `similar names are spread evenly over the buckets of a hash table`() {
    var counts = Array(repeating: 0, count: 1 << 10)
    for number in 0..<(1 << 16) {
      let name = Feature.Name(rawValue: "Example Feature \(number)")
      counts[name._rawHashValue(seed: 5) & 0x3FF] += 1
    }
    // The expected number of names per bucket is 64, with a standard deviation of 8.
    #expect(counts.allSatisfy { (16...128).contains($0) })
  }
}
