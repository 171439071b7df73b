import Documents
import FeatureFlags
import FlagSystem
import Serving
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests that the parser and the getters of the Ascend library read the served experiments.
struct AscendOverrideTests {
  private let keys = ["checkout_flow", "retry_policy", "absent", "unknown"]

  private func body(
    _ keys: [String],
    user: String = "u-42",
    guest: String = "guest"
  ) -> [UInt8] {
    ExperimentsRequestBody(
      keys: keys,
      identity: AscendIdentity(userId: user, guestId: guest),
      attributes: ["platform": "test"]
    ).json
  }

  /// Returns the maps of a client that has received the served experiments.
  private func client(
    _ state: ServedState,
    keys: [String]? = nil,
    before: [Experiment] = []
  ) throws -> ExperimentMaps {
    let keys = keys ?? self.keys
    let response = try ServedExperiments(state).response(to: body(keys))
    var maps = ExperimentMaps()
    maps.defaults = AscendSample.defaults
    _ = maps.merge(before, requested: keys)
    let experiments = try ExperimentsResponseBody.experiments(in: response, status: 200)
    _ = maps.merge(experiments, requested: keys)
    return maps
  }

  private func value<Scalar: ExperimentScalar>(
    _ variable: String,
    in maps: ExperimentMaps,
    of experiment: String = "checkout_flow",
    as type: Scalar.Type
  ) -> Scalar {
    var maps = maps
    return maps.value(of: variable, in: experiment, dontCache: true, ignoreCache: true)
  }

  @Test func `without overrides, the response has the requested experiments of the source`() throws
  {
    let lab = try AscendSample.lab()
    let response = try ServedExperiments(lab.served).response(to: body(keys))
    let expected = try #require(JSONValue(parsing: AscendSample.response)).text()
    #expect(String(decoding: response, as: UTF8.self) == expected)
    let one = try client(lab.served, keys: ["retry_policy"])
    #expect(one.experiments.keys.sorted() == ["retry_policy"])
    #expect(try client(lab.served, keys: []).experiments.isEmpty)
  }

  @Test func `a forced variable of each type has its value and its type tag`() throws {
    let lab = try AscendSample.lab()
    let forced: [(String, VariableValue)] = [
      ("steps", .integer(7)), ("count", .integer(.max)), ("ratio", .double(1.25)),
      ("one_tap", .boolean(false)), ("title", .string("Buy")), ("limits", .json(#"{"most":[1]}"#)),
      ("colour", .string("red")),
    ]
    for (name, value) in forced {
      try lab.store.override(.variable(name, value), for: ["checkout_flow"])
    }
    let maps = try client(lab.served)
    #expect(value("steps", in: maps, as: Int.self) == 7)
    #expect(value("count", in: maps, as: Int64.self) == .max)
    #expect(value("ratio", in: maps, as: Double.self) == 1.25)
    #expect(value("one_tap", in: maps, as: Bool.self) == false)
    #expect(value("title", in: maps, as: String.self) == "Buy")
    #expect(value("limits", in: maps, as: String.self) == #"{"most":[1]}"#)
    #expect(value("colour", in: maps, as: String.self) == "red")
    let response = try ServedExperiments(lab.served).response(to: body(keys))
    let items = try ExperimentsResponseBody(bytes: response).items
    let types = items.first?.variant?.variables.map(\.dataType)
    #expect(types == ["INT", "LONG", "DOUBLE", "BOOL", "text", "JSON", "STRING"])
    #expect(items.last?.key == "retry_policy")
  }

  @Test(arguments: [OverrideChoice.enabled(false), .variation("Default")])
  func `an experiment that is forced off replaces the received experiment and has no variables`(
    choice: OverrideChoice
  ) throws {
    let lab = try AscendSample.lab()
    let received = try ExperimentsResponseBody.experiments(
      in: Array(AscendSample.response.utf8),
      status: 200
    )
    try lab.store.override(choice, for: ["checkout_flow"])
    let maps = try client(lab.served, before: received)
    #expect(value("steps", in: maps, as: Int.self) == 9)
    #expect(value("title", in: maps, as: String.self) == "Pay")
    #expect(maps.variants["checkout_flow"]?.variantName == "Default")
    #expect(maps.experiments["checkout_flow"]?.experimentId == "exp-7")
    let isInactive = maps.experiments["checkout_flow"]?.status == "inactive"
    #expect(isInactive == (choice == .enabled(false)))
    try lab.store.override(.variable("steps", .integer(4)), for: ["checkout_flow"])
    // The variable keeps the type tag of the source, although the received variables are removed.
    try lab.store.override(.variable("count", .integer(6)), for: ["checkout_flow"])
    let both = try client(lab.served, before: received)
    #expect(value("steps", in: both, as: Int.self) == 4)
    #expect(value("count", in: both, as: Int64.self) == 6)
    #expect(value("title", in: both, as: String.self) == "Pay")
  }

  @Test func `the response names a forced variant, and a reset restores the response`() throws {
    let lab = try AscendSample.lab()
    let before = try ServedExperiments(lab.served).response(to: body(keys))
    try lab.store.override(.variation("short"), for: ["checkout_flow"])
    let maps = try client(lab.served)
    #expect(maps.variants["checkout_flow"]?.variantName == "short")
    #expect(value("steps", in: maps, as: Int.self) == 2)
    try lab.store.resetAll()
    #expect(try ServedExperiments(lab.served).response(to: body(keys)) == before)
  }

  @Test func `an overridden experiment is served even if the received response lacks it`() throws {
    let lab = try AscendSample.lab()
    #expect(try client(lab.served).experiments["absent"] == nil)
    try lab.store.override(.variable("size", .integer(8)), for: ["absent"])
    try lab.store.override(.enabled(true), for: ["absent"])
    let maps = try client(lab.served)
    #expect(maps.experiments["absent"]?.isActive == true)
    #expect(value("size", in: maps, of: "absent", as: Int.self) == 8)
    #expect(try client(lab.served, keys: ["retry_policy"]).experiments["absent"] == nil)
  }

  @Test(
    arguments: [
      ("", "found nothing, expected a document"),
      ("{}", #""experiment_keys": found nothing, expected a list"#),
      ("[]", "found a list, expected an object"),
      (#"{"experiment_keys": "a"}"#, #""experiment_keys": found "a", expected a list"#),
      (#"{"experiment_keys": ["a", 1]}"#, #""experiment_keys[1]": found 1, expected a text"#),
      (#"{"experiment_keys": [], "user_id": 5}"#, #""user_id": found 5, expected a text"#),
      (#"{"experiment_keys": [], "attributes": 5}"#, #""attributes": found 5, expected an object"#),
      ("{", #"column 2: found the end of the document, expected a name in quotes"#),
    ]
  )
  func `a malformed request throws an error with the found and the expected value`(
    text: String,
    message: String
  ) throws {
    let served = ServedExperiments(try AscendSample.lab().served)
    let error = #expect(throws: DocumentError.self) {
      _ = try served.response(to: Array(text.utf8))
    }
    #expect(error?.description == message)
  }

  @Test func `mutated requests and responses never crash, and served responses can be parsed`()
    throws
  {
    var random = SeededGenerator(seed: 8)
    let tokens = ["null", "1e999", "[]", "{}", "\"\"", "true", "-1", "[[[]]]"]
    let request = body(keys)
    let lab = try AscendSample.lab()
    try lab.store.override(.variable("steps", .integer(7)), for: ["checkout_flow"])
    let state = lab.served
    var responseCount = 0
    for _ in 0..<(Effort.isFull ? 20_000 : 500) {
      let response = mutated(Array(AscendSample.response.utf8), tokens: tokens, using: &random)
      let served = ServedExperiments(
        ServedState(features: state.features, evaluator: state.evaluator, document: response)
      )
      let mutatedRequest = mutated(request, tokens: tokens, using: &random)
      // Drops the error of a request that is not valid JSON, or has no keys.
      _ = try? served.response(to: mutatedRequest)
      let bytes = try served.response(to: request)
      #expect(JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) != nil)
      // Drops the error: a client rejects a malformed experiment of the source.
      if (try? ExperimentsResponseBody(bytes: bytes)) != nil { responseCount += 1 }
    }
    #expect(responseCount > 50)
  }
}
