import Documents
import FeatureFlags
import FeaturesSystem
import FlagSystem
import Foundation
import Serving
import TestSupport
import Testing

/// Tests that the served configuration has the layout and the content of the source's document.
struct FeaturesDocumentLayoutTests {
  private func json(_ text: String, override names: [Feature.Name] = []) throws -> String {
    let lab = try FeaturesDocumentState(text)
    try lab.store.override(.enabled(true), for: names)
    return String(decoding: ServedFeatures(lab.served).json(), as: UTF8.self)
  }

  @Test(
    arguments: [
      // A bare list, and an object with other members.
      (#"[{"name": "a"}]"#, #"[{"name":"a","enabled":true}]"#),
      (
        #"{"v": 1, "features": [{"name": "a"}], "z": [true, null]}"#,
        #"{"v":1,"features":[{"name":"a","enabled":true}],"z":[true,null]}"#
      ),
      // JSON5 with comments and trailing commas.
      (
        "// c\n{features: [{name: 'a', enabled: false, test: .5,},],}",
        #"{"features":[{"name":"a","enabled":true,"test":0.5}]}"#
      ),
      // Duplicate keys: all values of a duplicate field are changed, and only the last list of features is
      // served.
      (
        #"{"features": [], "features": [{"name": "a", "enabled": false, "enabled": null}]}"#,
        #"{"features":[{"name":"a","enabled":true,"enabled":true}]}"#
      ),
      // Both of two entries with one name are changed.
      (
        #"[{"name": "a"}, {"name": "a"}]"#,
        #"[{"name":"a","enabled":true},{"name":"a","enabled":true}]"#
      ),
      // Malformed entries are passed through.
      (
        #"[{"name": "a", "enabled": "no"}, 7, null, {"x": 1}, {"name": "a"}]"#,
        #"[{"name":"a","enabled":"no"},7,null,{"x":1},{"name":"a","enabled":true}]"#
      ),
      (
        #"[{"name": "a", "test-variations": "x"}, {"name": "a", "enabled": true}]"#,
        #"[{"name":"a","test-variations":"x"},{"name":"a","enabled":true}]"#
      ),
      // A number that is not finite becomes null.
      (
        #"[{"name": "a", "n": 1e999, "m": -Infinity}]"#,
        #"[{"name":"a","n":null,"m":null,"enabled":true}]"#
      ),
    ] as [(String, String)]
  )
  func `only the fields of an overridden feature are changed`(text: String, expected: String) throws
  {
    #expect(try json(text, override: ["a"]) == expected)
  }

  @Test func `numbers retain their exact value, and keys their order`() throws {
    let text = """
      [{"zeta":9007199254740993,"name":"a","b":0.1,"c":33.300000000000004,"d":1e300,"e":-7,\
      "test-variations":["x","y"],"test-biases":[50.0,50],"alpha":{"b":1,"a":2},"s":"é\\u0000"}]
      """
    let expected = """
      [{"zeta":9007199254740993,"name":"a","b":0.1,"c":33.300000000000004,"d":1e+300,"e":-7,\
      "test-variations":["x","y"],"test-biases":[50,50],"alpha":{"b":1,"a":2},"s":"é\\u0000"}]
      """
    #expect(try json(text) == expected)
  }

  @Test(
    arguments: [
      "<plist><array><dict><key>name</key><string>a &amp; b</string></dict></array></plist>",
      """
      <plist><dict><key>features</key><array><dict><key>name</key><string>a &amp; b</string></dict>
      </array><key>other</key><date>2026-01-01T00:00:00Z</date></dict></plist>
      """,
      #"{"features": [{"name": "a & b"}]}"#,
    ]
  )
  func `a document in any encoding is served as JSON and as a property list of features`(
    text: String
  ) throws {
    let lab = try FeaturesDocumentState(text)
    try lab.store.override(.enabled(true), for: ["a & b"])
    let served = ServedFeatures(lab.served)
    let originals = [
      try OriginalFeature.read(json: served.json()),
      try OriginalFeature.read(propertyList: served.propertyList()),
    ]
    for original in originals {
      #expect(original.map(\.name) == ["a & b"])
      #expect(original.map(\.enabled) == [true])
    }
  }

  @Test func `a document that is a binary property list is served as JSON`() throws {
    let value: [[String: any Sendable]] = [
      ["name": "a", "test-variations": ["x", "y"], "test-biases": [33.3, 66.7]]
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: value,
      format: .binary,
      options: 0
    )
    let lab = try FeaturesDocumentState([UInt8](data))
    let original = try OriginalFeature.read(json: ServedFeatures(lab.served).json())
    #expect(original.map(\.biases) == [[33.3, 66.7]])
  }

  @Test func `a feature that only the fallback defines is appended, and a deleted one is omitted`()
    throws
  {
    let lab = try FeaturesDocumentState(
      #"{"features": [{"name": "a"}, {"name": "b"}]}"#,
      fallback: """
        [{"name": "a", "enabled": true}, {"name": "c", "section": "S", "description": "D",
          "development": true, "enabled": true, "labels": ["l", null],
          "test-variations": ["x", "y"], "test-biases": [10, 90], "test-variation-assignment": 5},
         {"name": "d", "unlocked": true}, {"name": "e", "test-variations": ["Sale"]},
         {"name": "f", "type": {"feature-test": "mvt"}, "test-variations": ["x", "y"]},
         {"name": "g", "type": "deprecated"}]
        """
    )
    try lab.store.override(.variation("y"), for: ["c"])
    var served = lab.served
    served = ServedState(
      features: served.features.filter { $0.name != "b" },
      evaluator: served.evaluator,
      document: served.document
    )
    let text = String(decoding: ServedFeatures(served).json(), as: UTF8.self)
    #expect(
      text == """
        {"features":[{"name":"a"},\
        {"name":"c","description":"D","section":"S","enabled":true,"development":false,\
        "test-variations":["x","y"],"test-biases":[0,100],"labels":["l",null],\
        "test-variation-assignment":5},\
        {"name":"d","enabled":false,"unlocked":true},\
        {"name":"e","enabled":false,"test-variations":["Sale"]},\
        {"name":"f","enabled":true,"test-variations":["x","y"],"type":{"feature-test":"mvt"}}]}
        """
    )
    #expect(try OriginalFeature.read(json: Array(text.utf8)).count == 5)
  }

  @Test(.tags(.timed, .optimised))
  func `the time to generate a document is linear in the number of features`() throws {
    let count = Effort.isFull ? 100_000 : 5_000
    let entries = (0..<count).map { index in
      #"{"name": "feature \#(index)", "test-variations": ["A", "B"], "test-biases": [33.3, 66.7]}"#
    }
    let lab = try FeaturesDocumentState("[" + entries.joined(separator: ",") + "]")
    let names = (0..<count / 100).map { Feature.Name(rawValue: "feature \($0 * 100)") }
    try lab.store.override(.variation("B"), for: names)
    let clock = ContinuousClock()
    var bytes: [UInt8] = []
    let time = clock.measure { bytes = ServedFeatures(lab.served, user: "ana").json() }
    // The limit is far above the time of a debug build, and far below the time of a quadratic algorithm.
    #expect(time < .seconds(60))
    let features = try Configuration(bytes: bytes).features
    #expect(features.count == count)
    #expect(features.count { $0.testBiases == [.min, .max] } == count / 100)
    #expect(features.count { $0.definition.assignment == nil } == count / 100)
  }

  @Test func `serving a mutated document never crashes, and results in a readable configuration`()
    throws
  {
    var random = SeededGenerator(seed: 14)
    let tokens = ["null", "1e999", "[]", "{}", "\"\"", "true", "-1", "\"on\"", "[[[]]]"]
    var count = 0
    for _ in 0..<(Effort.isFull ? 20_000 : 500) {
      let bytes = mutated(Array(FeaturesDocumentSample.text.utf8), tokens: tokens, using: &random)
      // Drops the error: most mutations are not valid documents.
      guard let lab = try? FeaturesDocumentState(bytes) else { continue }
      let names = lab.store.features.filter { $0.type != .deprecated }.map(\.name)
      try lab.store.override(.enabled(true), for: names)
      let served = ServedFeatures(lab.served)
      #expect(try Configuration(bytes: served.json()).features.count >= names.count)
      #expect(try Configuration(bytes: served.propertyList()).features.count >= names.count)
      count += 1
    }
    #expect(count > 50)
  }
}
