import FeatureFlags
import Testing

@testable import GrowthBook

/// Tests hashes, rollouts, experiments, filters and namespaces.
struct BucketingTests {
  @Test(
    arguments: [
      ("", "a", 1, 0.22), ("", "b", 1, 0.077), ("b", "a", 1, 0.946),
      ("asdf", "8952klfjas09ujk", 1, 0.549),
      ("", "josé", 1, 0.586), ("", "😀", 1, 0.472), ("seed", "a", 2, 0.0505),
      ("seed", "b", 2, 0.2696),
      ("foo", "ab", 2, 0.2575), ("foo", "def", 2, 0.2019),
      ("89123klj", "8952klfjas09ujkasdf", 2, 0.124),
      ("seed", "a", 3, nil),
    ] as [(String, String, Int, Double?)]
  )
  func `the bucket of a text depends on the seed and the hash version`(
    seed: String,
    text: String,
    version: Int,
    number: Double?
  ) {
    #expect(Bucketing.number(seed, text, version: version) == number)
  }

  @Test(
    arguments: [
      (2, 1, nil, [[0, 0.5], [0.5, 1]]), (2, 0.5, nil, [[0, 0.25], [0.5, 0.75]]),
      (2, 1.5, nil, [[0, 0.5], [0.5, 1]]),
      (2, -1, nil, [[0, 0], [0.5, 0.5]]), (2, 1, [0.25, 0.75], [[0, 0.25], [0.25, 1]]),
      (2, 1, [0.2, 0.2], [[0, 0.5], [0.5, 1]]), (2, 1, [1], [[0, 0.5], [0.5, 1]]), (0, 1, nil, []),
    ] as [(Int, Double, [Double]?, [[Double]])]
  )
  func `the ranges of variations are computed from the coverage and from valid weights`(
    count: Int,
    coverage: Double,
    weights: [Double]?,
    expected: [[Double]]
  ) {
    let ranges = [NumberRange](count: count, coverage: coverage, weights: weights)
    #expect(ranges.map { [$0.start, $0.end] } == expected)
  }

  // The bucket of "a" with the seed "seed" is 0.0505 in hash version 2.
  private static let hash = #""seed": "seed", "hashVersion": 2, "#

  @Test(
    arguments: [
      (#""coverage": 0.0505"#, "1 SPLIT"), (#""coverage": 0.0504"#, "0 DEFAULT"),
      (#""coverage": 0"#, "0 DEFAULT"),
      (#""coverage": 1"#, "1 SPLIT"), (#""range": [0, 0.0505]"#, "0 DEFAULT"),
      (#""range": [0.0505, 0.06]"#, "1 SPLIT"),
      (#""range": [0, 1], "coverage": 0"#, "1 SPLIT"),
      (#""filters": [{"seed": "seed", "ranges": [[0.9, 1], [0, 0.1]]}]"#, "1 SPLIT"),
      (#""filters": [{"seed": "seed", "ranges": [[0.9, 1]]}]"#, "0 DEFAULT"),
      (#""filters": [{"seed": "seed", "attribute": "x", "ranges": [[0, 1]]}]"#, "0 DEFAULT"),
      (#""coverage": 1, "hashAttribute": "x""#, "0 DEFAULT"),
      (#""coverage": 1, "hashVersion": 9"#, "0 DEFAULT"),
      // A forced value ignores a namespace.
      (#""namespace": ["n", 1, 1]"#, "1 STATIC"),
    ]
  )
  func `a rollout includes a bucket equal to its coverage, but not the end of its range`(
    rule: String,
    result: String
  ) throws {
    let sample = try GrowthBookSample(rule: Self.hash + rule + #", "force": 1"#)
    #expect(try sample.result(#"{"id": "a"}"#).hasPrefix(result + " "))
  }

  @Test(
    arguments: [
      ("[0, 1]", #""ranges": [[0, 0.0505], [0.0505, 1]]"#, "1"),
      ("[0, 1]", #""ranges": [[0.1, 1], [0, 0.05]]"#, "0"),
      ("[7, 8]", #""ranges": [[0.1, 1]]"#, "0"),
      ("[7, 8]", #""ranges": [[1, 1], [1, 1], [0, 1]]"#, "0"),
      ("[7, 8]", #""weights": [0.05, 0.95]"#, "8"), ("[7, 8]", #""weights": [0.05, 0.05]"#, "7"),
      ("[7, 8]", #""coverage": 0.1"#, "0"), ("[7]", "", "0"),
      ("[7, 8]", #""condition": {"x": 1}"#, "0"),
      ("[7, 8]", #""namespace": ["n", 0, 1]"#, "7"), ("[7, 8]", #""namespace": ["n", 1, 1]"#, "0"),
      ("[7, 8]", #""namespace": ["n", 1, 1], "filters": []"#, "7"),
      ("[7, 8]", #""hashAttribute": "x""#, "0"),
      ("[7, 8]", #""meta": [{"passthrough": true}]"#, "0"), ("[null, 8]", "", "none"),
    ]
  )
  func `an experiment selects the variation whose range contains the bucket`(
    variations: String,
    members: String,
    value: String
  ) throws {
    let rule =
      Self.hash + #""variations": \#(variations)"# + (members.isEmpty ? "" : ", \(members)")
    #expect(try GrowthBookSample(rule: rule).value(#"{"id": "a"}"#) == value)
  }

  @Test(
    arguments: [
      (#"{"id": "a"}"#, "1"), (#"{"$key": "a"}"#, "1"), (#"{"$key": "a", "id": ""}"#, "0"),
      ("{}", "0"),
      (#"{"id": 0}"#, "0"), (#"{"id": false}"#, "0"), (#"{"id": null}"#, "0"),
    ]
  )
  func `the targeting key replaces a missing id, and an empty, false or 0 id has no bucket`(
    user: String,
    value: String
  )
    throws
  {
    let sample = try GrowthBookSample(rule: Self.hash + #""coverage": 0.06, "force": 1"#)
    #expect(try sample.value(user) == value)
  }

  @Test
  func `an id that is not a text is hashed as the text to which JavaScript converts the id`() {
    let user = ConditionInput(.object(["n": 3, "l": .list(["a", 1]), "b": true]))
    #expect(["n", "l", "b", "x"].map(user.hashText) == ["3", "a,1", "true", nil])
  }
}
