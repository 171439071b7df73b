import Documents
import FeatureFlags
import FlagSystem
import Optimizely
import OptimizelyEngine
import RemoteConfig
import Serving
import TestSupport
import Testing

/// Tests the text of generated datafiles: the changed parts, the unchanged parts, and the errors.
@Suite(.tags(.timed))
struct DatafileGenerationTests {
  /// A datafile with unknown members, and with numbers and strings in unusual spellings.
  private static let unusual = """
    { "revision" : "4\\u0032", "version":"4", "projectId":"1", "accountId":"2",
      "anonymizeIP":true, "sdkKey":"KEY", "environmentKey":"qa", "future":[1.0, 1e3,
      123456789012345678901234567890, -0.0, "\\u00e9\\/"], "attributes":[],"events":[],
      "groups":[],"audiences":[],"experiments":[], "rollouts":[
      {"id":"r","extra":{"a":[{}]},"experiments":[{"id":"e","key":"e","status":"Running",
      "layerId":"l","audienceIds":[],"forcedVariations":{},"trafficAllocation":[],"weight":2.50,
      "variations":[{"id":"v","key":"red","featureEnabled":true,"shade":1.10,"variables":[]}]}]}],
      "featureFlags":[{"id":"1","key":"\\u0063olour","experimentIds":[],"rolloutId":"r",
      "note":"keep","variables":[{"id":"x","key":"size","type":"integer","defaultValue":"1"}]}] }
    """

  private static func store(_ text: String, user: String? = nil) throws -> (FlagStore, ServedState)
  {
    let bytes = Array(text.utf8)
    let configuration = try ConfigurationFormat.optimizely().parse(bytes)
    let store = FlagStore(user: user)
    try store.load(configuration)
    return (store, state(of: store, configuration, bytes))
  }

  private static func state(
    of store: FlagStore,
    _ configuration: Configuration,
    _ bytes: [UInt8]
  ) -> ServedState {
    ServedState(
      features: store.features,
      evaluator: configuration.evaluator,
      context: store.context,
      document: bytes
    )
  }

  private static func served(_ text: String, _ choices: [OverrideChoice]) throws -> String {
    let (store, state) = try store(text)
    try store.override(choices, for: ["colour"])
    let overridden = ServedState(
      features: store.features,
      evaluator: state.evaluator,
      document: state.document
    )
    return String(decoding: try ServedDatafile.bytes(of: overridden), as: UTF8.self)
  }

  @Test func `without overrides, the served bytes are those of the source, and JSON5 becomes JSON`()
    throws
  {
    let plain = Array(Self.unusual.utf8)
    let encoded = Array(try #require(JSONValue(parsing: Self.unusual)).text().utf8)
    for (text, expected) in [
      (Self.unusual, plain), ("\u{FEFF}" + Self.unusual, plain),
      ("// comment\n" + Self.unusual, encoded),
    ] {
      let (_, state) = try Self.store(text)
      #expect(try ServedDatafile.bytes(of: state) == expected)
      #expect(try ServedDatafile.bytes(of: state.only("ana")) == expected)
    }
  }

  @Test
  func `an override leaves unknown members and the spelling of numbers and strings unchanged`()
    throws
  {
    let text = try Self.served(Self.unusual, [.variation("red"), .variable("size", .integer(3))])
    let parts = [
      #""sdkKey":"KEY", "environmentKey":"qa""#, "123456789012345678901234567890, -0.0",
      #""future":[1.0, 1e3"#, #""\u00e9\/"]"#, #""extra":{"a":[{}]}"#, #""weight":2.50"#,
      #""shade":1.10"#, #""note":"keep""#, #""key":"\u0063olour""#, #""defaultValue":"3""#,
    ]
    for part in parts { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test func `an override of a JSON5 datafile is served as JSON`() throws {
    let text = try Self.served("// comment\n" + Self.unusual, [.enabled(false)])
    _ = try JSONReader.read(Array(text.utf8), as: .json)
    let decision = Evaluator(try Datafile(bytes: Array(text.utf8)))
      .decide("colour", for: UserContext(id: "ana"))
    #expect(!decision.isEnabled)
  }

  @Test func `the revision changes with each override, and is the same for the same override`()
    throws
  {
    let changes: [[OverrideChoice]] = [
      [.variation("red")], [.enabled(true)], [.enabled(false)], [.variable("size", .integer(2))],
      [.variable("size", .integer(3))], [.rule("e", "red")],
    ]
    let revisions = try changes.map {
      try Datafile(bytes: Array(try Self.served(Self.unusual, $0).utf8)).revision
    }
    #expect(Set(revisions).count == changes.count)
    #expect(revisions.allSatisfy { $0.hasPrefix("42-") && $0.count == 15 })
    let again = try Datafile(bytes: Array(try Self.served(Self.unusual, changes[0]).utf8))
    #expect(again.revision == revisions[0])
  }

  @Test func `an added rule has an id and a key that are unique in the datafile`() throws {
    let taken = Self.unusual.replacing("\"id\":\"v\"", with: "\"id\":\"9000000001\"")
      .replacing("\"key\":\"e\"", with: "\"key\":\"halyard_colour\"")
    let bytes = Array(try Self.served(taken, [.variation("red")]).utf8)
    let datafile = try Datafile(bytes: bytes)
    let rules = datafile.rollouts.flatMap(\.rules)
    #expect(rules.count == 2)
    #expect(Set(rules.map(\.id)).count == 2)
    #expect(Set(rules.map(\.key)).count == 2)
    #expect(Set(rules.flatMap(\.variations).map(\.id)).count == 2)
  }

  @Test func `a source that is not a datafile throws an error that names the found document`()
    throws
  {
    let documents: [(text: String, found: String)] = [
      (#"{"parameters":{"a":{"defaultValue":{"value":"1"}}}}"#, "a Remote Config template"),
      (#"{"features":[{"name":"a"}]}"#, "a configuration of features"),
      ("[]", "a configuration of features"), ("{}", "a document of another format"),
    ]
    for (text, found) in documents {
      let state = ServedState(
        features: [],
        evaluator: BiasEvaluator(),
        document: Array(text.utf8),
        kinds: [FlagSystem].served.documentKinds
      )
      #expect(throws: ServedDocumentError.otherSystem(expected: "a datafile", found: found)) {
        try ServedDatafile.bytes(of: state)
      }
    }
    let error = ServedDocumentError.otherSystem(
      expected: "a datafile",
      found: "a Remote Config template"
    )
    #expect("\(error)" == "the source is not a datafile, but a Remote Config template")
    let empty = ServedState(features: [], evaluator: BiasEvaluator(), document: nil)
    #expect(throws: ServedDocumentError.noDocument(expected: "a datafile")) {
      try ServedDatafile.bytes(of: empty)
    }
  }

  @Test func `generating a datafile from JSON5 with infinity throws an error`() throws {
    let text = Self.unusual.replacing("123456789012345678901234567890", with: "Infinity")
    #expect(throws: ServedDocumentError.notJSON("a datafile")) {
      try Self.served(text, [.enabled(true)])
    }
  }

  @Test func `the datafile generated from a mutated one is valid and has the forced variation`()
    throws
  {
    let project = try DatafileProject("synthetic_holdouts")
    let tokens = ["null", "true", "-1", "1e999", "\"\"", "\"x\"", "[]", "{}", "[[]]"]
    var random = SeededGenerator(seed: 14)
    var forced = 0
    for _ in 0..<(Effort.isFull ? 2_000 : 80) {
      let bytes = mutated(project.bytes, tokens: tokens, using: &random)
      guard let (store, state) = try? Self.store(String(decoding: bytes, as: UTF8.self)),
        let feature = store.features.randomElement(using: &random),
        let variation = feature.testVariations.randomElement(using: &random)
      else { continue }
      try store.override(.variation(variation), for: [feature.name])
      let overridden = ServedState(
        features: store.features,
        evaluator: state.evaluator,
        document: state.document
      )
      for user in ["", nil] {
        let served = try Datafile(bytes: try ServedDatafile.bytes(of: overridden.only(user)))
        let decision = Evaluator(served).decide(feature.name.rawValue, for: UserContext(id: ""))
        #expect(decision.variation == variation.rawValue)
        forced += 1
      }
    }
    #expect(forced > 10)
  }

  @Test func `too many holdouts throw an error instead of producing a huge datafile`() throws {
    let holdouts = (0..<2_000).map {
      #"{"id":"h\#($0)","key":"h\#($0)","status":"Running","variations":[],"audienceIds":[],"#
        + #""trafficAllocation":[{"entityId":"","endOfRange":1}]}"#
    }
    let text = LargeDatafile.document(
      experiments: (0..<600).map { LargeDatafile.rule("\($0)") },
      flags: (0..<600).map { LargeDatafile.flag($0, experiments: "\"\($0)\"") },
      more: #""groups":[],"holdouts":[\#(holdouts.joined(separator: ","))],"#
    )
    let (store, state) = try Self.store(text)
    try store.override(.enabled(true), for: ["f0"])
    let overridden = ServedState(
      features: store.features,
      evaluator: state.evaluator,
      document: state.document
    )
    #expect(throws: ServedDocumentError.tooManyHoldouts(count: 2_000, limit: 1_000_000)) {
      try ServedDatafile.bytes(of: overridden)
    }
  }

  @Test(arguments: [3, Int.max], [nil, "ana"])
  func `the time to generate a datafile is linear in the number of flags`(
    overrides: Int,
    user: String?
  ) throws {
    let count = Effort.isFull ? 1_500 : 400
    let small = try Self.time(count, overrides: overrides, user: user)
    let large = try Self.time(4 * count, overrides: overrides, user: user)
    #expect(large / small < 10)
  }

  /// Measures the generation of a datafile: the minimum of two runs, to exclude the load of other
  /// tests.
  private static func time(_ count: Int, overrides: Int, user: String?) throws -> Duration {
    let variable = #"{"id":"x","key":"size","type":"integer","defaultValue":"1"}"#
    let text = LargeDatafile.document(
      experiments: (0..<count).map { LargeDatafile.rule("\($0)") },
      flags: (0..<count).map {
        LargeDatafile.flag($0, experiments: "\"\($0)\"", variables: [variable])
      }
    )
    let (store, state) = try store(text)
    let names = (0..<min(count, overrides)).map { Feature.Name(rawValue: "f\($0)") }
    try store.override(.enabled(true), for: names)
    let overridden = ServedState(
      features: store.features,
      evaluator: state.evaluator,
      document: state.document
    )
    let generate = { _ = try ServedDatafile.bytes(of: overridden.only(user)) }
    return try min(threadTime(generate), threadTime(generate))
  }
}
