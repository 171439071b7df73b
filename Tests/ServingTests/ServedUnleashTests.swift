import Documents
import FeatureFlags
import FlagSystem
import Serving
import Testing
import Unleash

/// Tests the client features of Unleash with overrides for one user, and the forms of documents.
struct ServedUnleashTests {
  /// An override, and the result that it forces.
  struct Force: CustomTestStringConvertible {
    let flag: String
    let decision: OverrideChoice
    /// The variation and the variables of a user.
    let result: @Sendable (EvaluationContext) -> String?

    var testDescription: String { "\(flag) \(decision)" }

    init(_ flag: String, _ decision: OverrideChoice, _ result: String) {
      self.init(flag, decision) { _ in result }
    }

    init(
      _ flag: String,
      _ decision: OverrideChoice,
      result: @escaping @Sendable (EvaluationContext) -> String?
    ) {
      (self.flag, self.decision, self.result) = (flag, decision, result)
    }
  }

  private static let forces = [
    Force("cart", .enabled(true), "Enabled []"), Force("cart", .enabled(false), "Disabled []"),
    Force("beta", .enabled(true), "Enabled []"), Force("beta", .enabled(false), "Disabled []"),
    Force("closed", .enabled(true), "Enabled []"),
    Force("closed", .enabled(false), "Disabled []"),
    Force("lot tery/1", .enabled(true), "Enabled []"),
    Force("colour", .variation("red"), #"red ["payload = #f00"]"#),
    Force("colour", .variation("green"), #"green ["payload = #0f0"]"#),
    Force("colour", .variation("disabled"), "disabled []"),
    Force("colour", .enabled(false), "disabled []"),
  ]

  private static let format = FlagSystemSample.unleashFormat
  private static let original = Array(FlagSystemSample.unleash.utf8)

  private static func served(
    _ decisions: [(Feature.Name, OverrideChoice)],
    for user: String? = nil
  ) throws -> ServedUnleash {
    let state = try FlagSystemSample.state(FlagSystemSample.unleash, format, decisions)
    return try ServedUnleash(state.only(user))
  }

  private static func results(
    _ bytes: [UInt8],
    for user: EvaluationContext
  ) throws -> [String: String] {
    try FlagSystemSample.results(bytes, format, for: user)
  }

  @Test(arguments: forces)
  func `a flag that is forced for one user has the forced result for that user only`(force: Force)
    throws
  {
    let served = try Self.served([(Feature.Name(rawValue: force.flag), force.decision)], for: "ana")
    for user in FlagSystemSample.users {
      var expected = try Self.results(Self.original, for: user)
      if user.targetingKey == "ana" {
        expected[force.flag] = force.result(user)
        // The child depends on the forced flag.
        if force.flag == "beta" { expected["child"] = expected["beta"] }
      }
      #expect(try Self.results(served.document, for: user) == expected)
    }
  }

  @Test(
    arguments: [
      #""enabled": true, "strategies": [{"name": "default", "segments": [9]}]"#,
      #""enabled": true, "strategies": [{"name": "default", "constraints": ["#
        + #"{"contextName": "x", "operator": "?"}]}]"#,
      #""enabled": true, "strategies": [], "dependencies": [{"feature": "none"}]"#,
      #""enabled": true, "strategies": [], "dependencies": [{"feature": "off"}]"#,
      #""enabled": true, "strategies": [], "dependencies": [{"feature": "child"}]"#,
      #""enabled": false, "strategies": []"#,
    ]
  )
  func `a flag that is off for everyone is forced on for one user only`(flag: String) throws {
    let document = #"""
      {"version": 2, "features": [
        {"name": "f", \#(flag), "variants": [{"name": "a", "weight": 1}]},
        {"name": "off", "enabled": false, "strategies": []},
        {"name": "child", "enabled": true, "strategies": [], "dependencies": [{"feature": "off"}]}]}
      """#
    for decision in [OverrideChoice.enabled(true), .variation("a")] {
      let state = try FlagSystemSample.state(document, Self.format, [("f", decision)])
      let served = try ServedUnleash(state.only("ana")).document
      for user in FlagSystemSample.users {
        let expected = user.targetingKey == "ana" ? "a []" : "disabled []"
        #expect(try Self.results(served, for: user)["f"] == expected)
      }
    }
  }

  @Test(arguments: ["ana", "cy"])
  func `a payload that is forced for one user is added to the variant of that user`(id: String)
    throws
  {
    let served = try Self.served([("colour", .variable("payload", .string("#123")))], for: id)
    for user in FlagSystemSample.users {
      var expected = try Self.results(Self.original, for: user)
      if user.targetingKey == id, let variation = expected["colour"]?.split(separator: " ").first {
        #expect(["red", "blue", "green"].contains(variation))
        expected["colour"] = #"\#(variation) ["payload = #123"]"#
      }
      #expect(try Self.results(served.document, for: user) == expected)
    }
  }

  @Test
  func `a forced parent flag changes its children, and a forced child ignores its dependencies`()
    throws
  {
    let parent = try Self.served([("beta", .enabled(true))])
    let child = try Self.served([("child", .enabled(true)), ("beta", .enabled(false))])
    for user in FlagSystemSample.users {
      #expect(try Self.results(parent.document, for: user)["child"] == "Enabled []")
      #expect(try Self.results(child.document, for: user)["child"] == "Enabled []")
    }
    let one = try Self.served([("child", .enabled(true))], for: "dora")
    let dora = EvaluationContext(targetingKey: "dora")
    let before = try Self.results(Self.original, for: dora)
    #expect(try Self.results(one.document, for: dora) == before, "the dependency still applies")
  }

  @Test func `a variant that is forced for one user has an override for older SDKs`() throws {
    let served = try Self.served([("colour", .variation("blue"))], for: "ana")
    let flag = try JSONReader.read(try served.flag("colour"), as: .json)
    let strategy = flag["strategies"]?.list?.first
    #expect(strategy?["variants"]?.list?.compactMap { $0["name"]?.string } == ["blue"])
    #expect(strategy?["constraints"]?.list?.first?["values"]?.list?.first?.string == "ana")
    let variants = flag["variants"]?.list ?? []
    #expect(variants.map { $0["overrides"]?.list?.count } == [nil, 1])
  }

  @Test func `a single flag is found by its name, which can have spaces and slashes`() throws {
    let served = try Self.served([])
    let flag = try JSONReader.read(try served.flag("lot tery/1"), as: .json)
    #expect(flag["name"]?.string == "lot tery/1")
    #expect(throws: ServedDocumentError.noFlag("none")) { try served.flag("none") }
  }

  @Test func `events of a delta document are served as client features`() throws {
    let document = #"""
      {"events": [
        {"eventId": 1, "type": "hydration", "segments": [{"id": 1, "name": "s", "constraints": []},
          {"id": 2, "name": "t", "constraints": []}], "features": [
          {"name": "a", "enabled": false, "strategies": []},
          {"name": "b", "enabled": true, "strategies": []}]},
        {"eventId": 2, "type": "feature-updated", "feature":
          {"name": "a", "enabled": true, "strategies": [{"name": "default", "segments": [1]}]}},
        {"eventId": 3, "type": "feature-removed", "featureName": "b", "project": "default"},
        {"eventId": 4, "type": "feature-updated", "feature":
          {"name": "c", "enabled": true, "strategies": []}},
        {"eventId": 5, "type": "segment-removed", "segmentId": 2},
        {"eventId": 6, "type": "segment-updated", "segment":
          {"id": 1, "name": "u", "constraints": []}},
        {"eventId": 7, "type": "later"}]}
      """#
    let state = try FlagSystemSample.state(document, Self.format, [("c", .enabled(false))])
    let served = try JSONReader.read(try ServedUnleash(state).document, as: .json)
    #expect(served["version"]?.number == 2)
    #expect(served["features"]?.list?.compactMap { $0["name"]?.string } == ["a", "c"])
    #expect(served["features"]?.list?.compactMap { $0["enabled"]?.bool } == [true, false])
    #expect(served["segments"]?.list?.compactMap { $0["name"]?.string } == ["u"])
  }

  @Test func `an export of the admin API is served as client features with the overrides`() throws {
    let document = #"""
      {"features": [{"name": "a"}, {"name": "b"}], "segments": [{"id": 1, "name": "Staff"}],
       "featureStrategies": [{"name": "default", "featureName": "a"}],
       "featureEnvironments": [{"featureName": "a", "environment": "test", "enabled": true}]}
      """#
    let state = try FlagSystemSample.state(document, Self.format, [("b", .enabled(true))])
    let served = try JSONReader.read(try ServedUnleash(state).document, as: .json)
    #expect(served["features"]?.list?.compactMap { $0["enabled"]?.bool } == [true, true])
    #expect(served["features"]?.list?.map { $0["strategies"]?.list?.count } == [1, 0])
    #expect(served["segments"]?.list?.isEmpty == true)
    #expect(served["featureStrategies"] == nil)
  }

  @Test func `a JSON5 document is served as JSON, and a document without overrides is unchanged`()
    throws
  {
    #expect(try Self.served([]).document == Self.original)
    let text = "// c\n{version: 1, features: [{name: 'a', enabled: true, strategies: [],}],}"
    let state = try FlagSystemSample.state(text, Self.format)
    let served = try JSONReader.read(try ServedUnleash(state).document, as: .json)
    #expect(served["features"]?.list?.first?["name"]?.string == "a")
  }
}
