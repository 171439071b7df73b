import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the values of variables as `OptimizelyJSON`.
struct OptimizelyJSONTests {
  private let values = OptimizelyJSON([
    "value": .integer(1), "style": .json(#"{"size":2,"none":null,"list":[1,null],"a":{"b":true}}"#),
  ])

  @Test func `getValue returns an existing value, to a caller that expects Any or an optional`() {
    let any: Any? = values.getValue(jsonPath: "value")
    #expect(any as? Int == 1)
    #expect("\(any ?? "nil")" == "1")
    let number: Int?? = values.getValue(jsonPath: "style.size")
    #expect(number == .some(.some(2)))
  }

  @Test(arguments: [
    "missing", "style.missing", "style.none", "value.deeper", ".", "..", "style.", ".style",
    "style..size", "style.size.",
  ])
  func `a path without a value returns nil, even if it is read as Any`(path: String) {
    let any: Any? = values.getValue(jsonPath: path)
    #expect(any == nil)
    let text: String?? = values.getValue(jsonPath: path)
    #expect(text == nil)
  }

  @Test func `an empty key in a path is the name of a member`() {
    let values = OptimizelyJSON(payload: #"{"":{"b":1},"a":{"":{"":2}}}"#)
    #expect(values?.getValue(jsonPath: ".b") == 1)
    #expect(values?.getValue(jsonPath: "a..") == 2)
    #expect(values?.getValue(jsonPath: "a.") == ["": 2])
    #expect(values?.getValue(jsonPath: "b") as Int? == nil)
  }

  @Test func `toMap returns plain values and no optionals`() throws {
    let map = values.toMap()
    #expect("\(map["value"] ?? "nil")" == "1")
    let style = try #require(map["style"] as? [String: Any])
    #expect("\(style["size"] ?? "nil")" == "2")
    #expect("\((style["a"] as? [String: Any])?["b"] ?? "nil")" == "true")
    #expect((style["list"] as? [Any])?.first as? Int == 1)
  }

  @Test func `an OptimizelyJSON can be created only from the text of a JSON object`() {
    #expect(OptimizelyJSON(payload: #"{"b":1,"a":[true]}"#)?.toString() == #"{"a":[true],"b":1}"#)
    #expect(OptimizelyJSON(payload: "[1]") == nil)
    #expect(OptimizelyJSON(payload: "{") == nil)
    #expect(OptimizelyJSON(payload: "{}")?.isEmpty == true)
  }

  @Test func `a map with values that JSON cannot represent is rejected`() {
    #expect(
      OptimizelyJSON(map: ["a": [1, "x", ["b": true]]])?.toString() == #"{"a":[1,"x",{"b":true}]}"#
    )
    #expect(OptimizelyJSON(map: ["a": Double.infinity]) == nil)
    #expect(OptimizelyJSON(map: ["a": 1...2]) == nil)
    #expect(OptimizelyJSON(map: ["a": 1]) == OptimizelyJSON(payload: #"{"a":1.0}"#))
  }
}
