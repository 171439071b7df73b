import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

struct UserAssignmentTests {
  /// Hashes that the reference implementation of MurmurHash3 computes for texts and seeds; the last
  /// six texts are joined user and feature ids.
  static let hashes: [(text: String, seed: UInt32, hash: UInt32)] = [
    ("", 0, 0), ("", 1, 0x514E_28B7), ("", 0xFFFF_FFFF, 0x81F1_6F39),
    ("test", 0, 0xBA6B_D213), ("Hello, world!", 0, 0xC036_3E43),
    ("The quick brown fox jumps over the lazy dog", 0, 0x2E4F_F723),
    ("ppid11886780721", 1, 2_256_854_705), ("ppid21886780721", 1, 1_846_603_100),
    ("ppid21886780722", 1, 1_045_634_806), ("ppid31886780721", 1, 2_336_050_061),
    ("ppid1444444", 1, 1_186_030_238), ("ppid3333333", 1, 3_615_465_058),
  ]

  @Test(arguments: hashes)
  func `MurmurHash3 returns the values of its reference implementation`(
    text: String,
    seed: UInt32,
    hash: UInt32
  ) {
    #expect(MurmurHash3.hash(Array(text.utf8), seed: seed) == hash)
  }

  @Test func `an assignment is the hash of user key and feature name as a percentage`() {
    let number = UserAssignment.number(user: "ppid1", feature: "1886780721")
    #expect(number == 2_256_854_705.0 * 100 / 4_294_967_296)
    let accented = UserAssignment.number(user: "Zoë", feature: "日本")
    #expect(accented == UserAssignment.number(user: "Zo", feature: "ë日本"))
  }

  @Test func `a user has the same assignments in another process`() async throws {
    let features = ["CTA colour", "Layout", "Größe", "日本語"]
    let folder = try TemporaryFolder()
    let output = folder.path(of: "output")
    let probe = try ProbeProcess(["assign", "ana"] + features, output: output)
    #expect(probe.wait() == .exited(0))
    let printed = try folder.read("output").split(separator: "\n").map { Double($0) }
    let expected = features.map {
      UserAssignment.number(user: "ana", feature: Feature.Name(rawValue: $0))
    }
    #expect(printed == expected)
    #expect(expected.map { ($0 * 100).rounded(.down) / 100 } == [12.54, 7.29, 42.78, 25.22])
  }

  @Test func `biases of 80 and 20 split the users with an error below half a percentage point`()
    throws
  {
    let feature = try Samples.test(variations: ["X", "Y"], biases: [80, 20])
    var counts = [0, 0]
    for user in 0..<100_000 {
      let number = UserAssignment.number(user: "user-\(user)", feature: "F")
      #expect((0..<100).contains(number))
      if let index = VariationRanges(biases: feature.testBiases).index(at: number) {
        counts[index] += 1
      }
    }
    #expect(counts[0] + counts[1] == 100_000)
    #expect((79_500...80_500).contains(counts[0]))
  }

  @Test func `a store with a user key computes assignments and ignores stored and configured ones`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.workspace().updateAssignments { $0["F"] = 1 }
    let store = FlagStore(user: "ana", workspace: folder.workspace())
    try store.load(
      Samples.configuration(
        #"[{"name":"F","test-variations":["X","Y"],"test-variation-assignment":3}]"#
      )
    )
    let expected = UserAssignment.number(user: "ana", feature: "F")
    #expect(store.feature(named: "F")?.assignment == expected)
    #expect(try folder.workspace().assignments() == ["F": 1])
  }
}
