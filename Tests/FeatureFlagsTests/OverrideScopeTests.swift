import CoreTestSupport
import Documents
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests overrides for everyone, for one key, and for the users with a value of an attribute.
struct OverrideScopeTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)
  private static let spain = OverrideScope.attribute("country", "es")

  // MARK: Text

  /// A text with the scope that it is read as, in a flag system without and with kinds of contexts.
  private typealias Reading = (text: String, plain: OverrideScope?, kinds: OverrideScope?)

  private static let readings: [Reading] = [
    ("ana", .key("ana"), .key("ana")), ("org:acme", .key("org:acme"), .key("acme", kind: "org")),
    ("user:7", .key("user:7"), .key("7")), ("a:b:c", .key("a:b:c"), .key("b:c", kind: "a")),
    ("\"org:acme\"", .key("org:acme"), .key("org:acme")), ("\"a=b\"", .key("a=b"), .key("a=b")),
    ("country=es", spain, spain), ("age=42", .attribute("age", 42), .attribute("age", 42)),
    ("beta=true", .attribute("beta", true), .attribute("beta", true)),
    ("age=\"42\"", .attribute("age", "42"), .attribute("age", "42")),
    ("a=b=c", .attribute("a", "b=c"), .attribute("a", "b=c")),
    ("tag=", .attribute("tag", ""), .attribute("tag", "")), ("", nil, nil), ("\"\"", nil, nil),
    ("=es", nil, nil), ("tags=[1]", nil, nil), ("tag=null", nil, nil), (":a", .key(":a"), nil),
    ("org:", .key("org:"), nil),
  ]

  @Test(arguments: readings.indices)
  func `a scope is read as a key, a key of a kind, or an attribute`(index: Int) {
    let reading = Self.readings[index]
    #expect(OverrideScope(reading.text, hasKinds: false) == reading.plain)
    #expect(OverrideScope(reading.text, hasKinds: true) == reading.kinds)
  }

  private static let scopes: [OverrideScope] = [
    .everyone, .key("ana"), .key("a=b"), .key("\"q\""), .key("acme", kind: "org"), spain,
    .attribute("age", 42), .attribute("age", "42"), .attribute("beta", false),
    .attribute("beta", "false"), .key(String(repeating: "k", count: 1_000)), .key("日本\n\u{0}"),
  ]

  @Test(arguments: scopes)
  func `a scope is the same after it was written and read as text and as JSON`(
    scope: OverrideScope
  ) throws {
    guard let json = scope.json else { return #expect("\(scope)" == "everyone") }
    #expect(OverrideScope("\(scope)", hasKinds: true) == scope)
    #expect(try OverrideScope(JSONReader.read(Array(json.text().utf8))) == scope)
  }

  // MARK: Precedence

  @Test
  func
    `a key has precedence over an attribute, the newest attribute over others, and all over everyone`()
  {
    let other = OverrideScope.attribute("plan", "gold")
    let overrides = FeatureOverrides(
      [
        .everyone: Override(variation: "all", date: Self.date),
        .key("ana"): Override(variation: "ana", date: Self.date),
        Self.spain: Override(variation: "es", date: Self.date.addingTimeInterval(1)),
        other: Override(variation: "gold", date: Self.date),
      ],
      hasKinds: false
    )
    let attributes: [String: AttributeValue] = ["country": "es", "plan": "gold"]
    func scope(_ key: String?, _ attributes: [String: AttributeValue] = [:]) -> OverrideScope? {
      overrides.active(for: EvaluationContext(targetingKey: key, attributes: attributes))?.scope
    }
    #expect(scope("ana", attributes) == .key("ana"))
    #expect(scope("ben", attributes) == Self.spain)
    #expect(scope("ben", ["plan": "gold"]) == other)
    #expect(scope("ben", ["country": "fr"]) == .everyone)
    #expect(scope(nil) == .everyone)
    #expect(overrides.inOrder.map(\.scope) == [.key("ana"), Self.spain, other, .everyone])
  }

  @Test func `a key of a kind holds for contexts of this kind only`() {
    let overrides = FeatureOverrides(
      [
        .key("acme", kind: "org"): Override(variation: "org"),
        .key("acme"): Override(variation: "user"),
      ],
      hasKinds: true
    )
    func variation(_ context: EvaluationContext) -> TestVariation? {
      overrides.active(for: context)?.override.variation
    }
    #expect(variation(EvaluationContext(targetingKey: "acme")) == "user")
    #expect(
      variation(EvaluationContext(targetingKey: "acme", attributes: ["kind": "org"])) == "org"
    )
    #expect(variation(EvaluationContext(targetingKey: "acme", attributes: ["kind": "car"])) == nil)
    let several = EvaluationContext(attributes: [
      "kind": "multi", "org": .object(["key": "acme"]), "user": .object(["key": "ana"]),
    ])
    #expect(variation(several) == "org")
  }

  // MARK: Evaluation

  private func store(_ folder: TemporaryFolder, user: String? = nil) throws -> FlagStore {
    let store = FlagStore(
      context: EvaluationContext(targetingKey: user),
      workspace: folder.workspace(),
      author: "ana@build-7",
      now: { Self.date }
    )
    try store.load(Configuration(features: [Feature(name: "Cart"), Feature(name: "Bar")]))
    return store
  }

  @Test func `an evaluation has the override of its user, and that for everyone for all others`()
    throws
  {
    let store = try store(TemporaryFolder())
    try store.applyAndWait(.set([.enabled(true)], for: ["Cart"], only: .key("ana")))
    try store.applyAndWait(.set([.enabled(true)], for: ["Bar"]))
    try store.applyAndWait(.set([.enabled(false)], for: ["Bar"], only: Self.spain))
    func isOn(_ name: Feature.Name, _ key: String?, _ country: AttributeValue = "fr") -> Bool? {
      let user = EvaluationContext(targetingKey: key, attributes: ["country": country])
      let one = store.evaluate(name, in: user)?.isEnabled
      #expect(store.evaluateAll(in: user).first { $0.name == name }?.evaluation.isEnabled == one)
      return one
    }
    #expect(isOn("Cart", "ana") == true)
    #expect(isOn("Cart", "ben") == false)
    #expect(isOn("Cart", nil) == false)
    #expect(isOn("Bar", "ben") == true)
    #expect(isOn("Bar", "ben", "es") == false)
    #expect(store.feature(named: "Cart")?.override == nil)
    try store.setContext(EvaluationContext(targetingKey: "ana"))
    #expect(store.isEnabled("Cart"))
    #expect(store.feature(named: "Cart")?.overrideScope == .key("ana"))
    try store.setContext(EvaluationContext(targetingKey: "ben"))
    #expect(!store.isEnabled("Cart"))
  }

  @Test func `a reset without a scope resets the overrides of all scopes, and undo restores them`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    for scope in [OverrideScope.everyone, .key("ana"), .key("ben"), Self.spain] {
      try store.applyAndWait(.set([.enabled(true)], for: ["Cart"], only: scope))
    }
    let before = try folder.workspace().overrides()
    #expect(before.count == 4)
    try store.applyAndWait(.reset(["Cart"], only: .key("ben")))
    #expect(try folder.workspace().overrides() == before.filter { $0.key.scope != .key("ben") })
    try await store.undo()
    #expect(try folder.workspace().overrides() == before)
    try store.reset(["Cart"])
    #expect(try folder.workspace().overrides().isEmpty)
    #expect(try await store.undo()?.changes.count == 4)
    #expect(try folder.workspace().overrides() == before)
  }

  @Test func `the note and the lifetime of one scope are changed`() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    try store.applyAndWait(.set([.enabled(true)], for: ["Cart"]))
    try store.applyAndWait(.set([.enabled(true)], for: ["Cart"], only: .key("ana")))
    try store.applyAndWait(.set([], for: ["Cart"], only: .key("ana"), note: "QA-1"))
    try store.applyAndWait(
      .set([], for: ["Cart"], only: .key("ana"), lifetime: .lasting(.seconds(60)))
    )
    let stored = try folder.workspace().overrides()
    let own = stored[OverrideKey("Cart", for: .key("ana"))]
    #expect(own?.note == "QA-1")
    #expect(own?.end == Self.date.addingTimeInterval(60))
    #expect(stored["Cart"]?.note == nil && stored["Cart"]?.end == nil)
  }

  // MARK: Files

  private static let overrides: [OverrideKey: Override] = [
    "Cart": Override(enabled: true, date: date, author: "ana"),
    OverrideKey("Cart", for: .key("ana")): Override(enabled: false),
    OverrideKey("Cart", for: .key("acme", kind: "org")): Override(variation: "B", note: "QA-1"),
    OverrideKey("CTA", for: spain): Override(variation: "A", lifetime: .until(date)),
    OverrideKey("CTA", for: .attribute("age", 42)): Override(variation: "C"),
    "Bar": Override(unlocked: true),
  ]

  private static let golden = """
    {
      "version": 2,
      "overrides": {
        "Bar": { "unlocked": true, "lifetime": "kept" },
        "CTA": [
          {
            "scope": { "attribute": "age", "value": 42 },
            "variation": "C",
            "lifetime": "kept"
          },
          {
            "scope": { "attribute": "country", "value": "es" },
            "variation": "A",
            "until": "2026-11-21T10:02:11Z"
          }
        ],
        "Cart": [
          { "enabled": true, "lifetime": "kept", "at": "2026-11-21T10:02:11Z", "by": "ana" },
          {
            "scope": { "key": "ana" },
            "enabled": false,
            "lifetime": "kept"
          },
          {
            "scope": { "kind": "org", "key": "acme" },
            "variation": "B",
            "lifetime": "kept",
            "note": "QA-1"
          }
        ]
      }
    }

    """

  @Test func `a file with scopes has version 2, and each feature a list of its overrides`() throws {
    let text = String(decoding: OverridesFile.write(Self.overrides, source: nil), as: UTF8.self)
    #expect(text == Self.golden)
    #expect(try OverridesFile.read(Array(text.utf8)) == Self.overrides)
  }

  @Test func `unknown members of an override for one user survive a change`() throws {
    let folder = try TemporaryFolder()
    let text =
      #"{"version": 2, "overrides": {"Cart": [{"scope": {"key": "ana"}, "enabled": true, "x": 1}]}}"#
    try folder.write(text, to: "state/test/overrides.json")
    try store(folder).override(.enabled(true), for: ["Bar"])
    let stored = try folder.read("state/test/overrides.json")
    #expect(stored.contains(#""x": 1"#))
    #expect(stored.contains(#""scope": { "key": "ana" },"#))
  }

  @Test(arguments: [
    (#"{"key": 1}"#, "overrides.Cart[0].scope.key"), (#"{}"#, "overrides.Cart[0].scope.key"),
    (#"{"attribute": "a"}"#, "overrides.Cart[0].scope.value"),
    (#"{"attribute": "a", "value": []}"#, "overrides.Cart[0].scope.value"),
    (#""ana""#, "overrides.Cart[0].scope"),
  ])
  func `a malformed scope is an error with its place`(scope: String, place: String) {
    let text = #"{"version": 2, "overrides": {"Cart": [{"scope": \#(scope), "enabled": true}]}}"#
    let error = #expect(throws: DocumentError.self) { try OverridesFile.read(Array(text.utf8)) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("\"\(place)\""))
  }

  @Test func `an object with a scope holds for its users only, even in a file of version 1`() throws
  {
    let text = #"{"version": 1, "overrides": {"Cart": {"scope": {"key": "ana"}, "enabled": true}}}"#
    let overrides = try OverridesFile.read(Array(text.utf8))
    #expect(overrides == [OverrideKey("Cart", for: .key("ana")): Override(enabled: true)])
  }

  @Test func `an operation on several scopes is the same after it was written and read`() throws {
    let changes = Self.overrides.sorted { $0.key < $1.key }
      .map { OverrideOperation.Change($0.key, from: nil, to: $0.value) }
    let operation = OverrideOperation(id: "1", .init(date: Self.date), .change, changes)
    let line = HistoryLine(content: .operation(operation))
    #expect(try HistoryLine(line.bytes) == line)
    let base = HistoryLine(content: .base(Self.overrides))
    #expect(try HistoryLine(base.bytes) == base)
  }

  // MARK: Following

  @Test func `an app follows the overrides of its user, and those for everyone without a user`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides {
      $0["Bar"] = Override(enabled: true)
      $0[OverrideKey("Cart", for: .key("ana"))] = Override(enabled: true)
      $0[OverrideKey("Bar", for: .key("ana"))] = Override(enabled: false)
    }
    for (user, cart, bar) in [("ana", true, false), ("ben", false, true), (nil, false, true)]
      as [(String?, Bool, Bool)]
    {
      let app = FlagStore(context: EvaluationContext(targetingKey: user))
      try app.load(Configuration(features: [Feature(name: "Cart"), Feature(name: "Bar")]))
      app.followOverrides(at: folder.workspace().overridesPath)
      #expect(app.isEnabled("Cart") == cart)
      #expect(app.isEnabled("Bar") == bar)
    }
  }
}
