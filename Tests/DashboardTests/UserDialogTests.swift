import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard

/// Tests the dialog of the user for whom a flag service evaluates.
struct UserDialogTests {
  private let userFields = UserFields(
    key: "u42",
    attributes: #"{"country":"es"}"#,
    segments: "",
    profile: "[52]"
  )

  private func dashboard(keys: String) -> DashboardState {
    let flag = Feature(service: "buy_now", variations: [ServiceVariation("on")], given: nil)
    return Shop.dashboard(
      columns: 80,
      rows: 14,
      snapshot: LoadedSource(features: [flag], origin: .file, userFields: userFields),
      keys: keys
    )
  }

  @Test func `the user dialog shows the key, attributes, segments and profile of the user`() {
    expectScreen(
      dashboard(keys: "u"),
      """
       Halyard   shop.json   file                                            user u42
      ╭ Features 1 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      ╭ User ────────────────────────────────────────────────────────────────────────╮
      │▌User        u42                                                              │
      │ Attributes  {"country":"es"}                                                 │
      │ Segments    such as adults, gold                                             │
      │ Profile     [52]                                                             │
      │ Save as     a name saves the user as a persona                               │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/1 ╯
       ↑ ↓ tab move  enter evaluate  esc cancel
      """
    )
  }

  @Test(arguments: [
    ("u e v a enter", "eva"), ("u → x enter", "u42x"), ("u backspace enter", "u4"),
    ("u ↓ ↑ x enter", "u42x"),
  ])
  func `the first typed text replaces the key of the user, unless the cursor was moved`(
    keys: String,
    key: String
  ) {
    var state = dashboardWithPersona(keys: "")
    #expect(state.press(keys) == [.session(.setUser(UserFields(key: key)))])
  }

  @Test func `the profile field accepts only variation ids`() {
    var state = dashboard(keys: "u ↑ ↑ ctrl-u")
    let keys = #"{"31":5}"#.map(String.init).joined(separator: " ")
    #expect(state.press(keys + " enter") == [])
    #expect(state.screen.contains("\"31\": found 5, expected the id of a variation"))
  }

  /// A flag service that buckets users by their key.
  private struct Service: FlagEvaluator {
    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }
  }

  @Test(arguments: [true, false])
  func `the header warns of a missing targeting key only if a service requires a key`(
    isNeeded: Bool
  ) {
    let snapshot = LoadedSource(
      features: [],
      origin: .file,
      evaluator: isNeeded ? Service() : BiasEvaluator(),
      userFields: UserFields(key: "")
    )
    let state = Shop.dashboard(columns: 80, rows: 14, snapshot: snapshot)
    #expect(state.screen.contains("no user") == isNeeded)
  }

  @Test func `a malformed user profile is rejected, and can be corrected`() {
    var state = dashboard(keys: "u")
    #expect(state.press("enter") == [])
    #expect(state.screen.contains("▌Profile     [52]"))
    #expect(state.screen.contains("✗ found a list, expected a JSON object"))
    var mended = userFields
    mended.profile = #"{"31":"52"}"#
    let keys = ["ctrl-u"] + mended.profile.map(String.init) + ["enter"]
    #expect(state.press(keys.joined(separator: " ")) == [.session(.setUser(mended))])
  }

  // MARK: Parts

  /// A flag system that reads some parts of a user.
  private struct PartService: FlagEvaluator {
    let userParts: Set<UserPart>

    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }
  }

  private static let fieldNames: [(part: UserPart, name: String)] = [
    (.attributes, "Attributes"), (.segments, "Segments"), (.profile, "Profile"),
  ]

  @Test(arguments: [[], [.attributes], [.attributes, .segments, .profile]] as [Set<UserPart>])
  func `the user dialog has only fields that the source reads, and keeps the other values`(
    parts: Set<UserPart>
  ) {
    let user = UserFields(key: "u42", attributes: #"{"a":1}"#, segments: "beta")
    let source = LoadedSource(
      features: Shop.features,
      origin: .file,
      evaluator: PartService(userParts: parts),
      userFields: user
    )
    var state = Shop.dashboard(columns: 80, rows: 20, snapshot: source, keys: "u")
    for (part, name) in Self.fieldNames {
      #expect(state.screen.contains(" \(name) ") == parts.contains(part), "\(name)")
    }
    #expect(state.press("enter") == [.session(.setUser(user))])
  }

  @Test func `the header names the persona and the attributes, also those of a user without a key`()
  {
    var context = Shop.context
    context.personas = [Persona(name: "Anonymous", user: EvaluationContext()), Self.ana]
    func header(_ user: EvaluationContext, columns: Int = 80) -> String {
      let source = LoadedSource(
        features: [],
        origin: .file,
        context: user,
        userFields: UserFields(user)
      )
      let state = Shop.dashboard(columns: columns, rows: 14, context: context, snapshot: source)
      return state.screen.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(header(Self.ana.user).hasSuffix("user Ana · plan = gold · ◆ everyone"))
    let other = EvaluationContext(targetingKey: "u42", attributes: ["country": "es", "age": 42])
    #expect(header(other).hasSuffix("user u42 · age = 42, country = es · ◆ everyone"))
    #expect(header(other, columns: 60).hasSuffix("user u42 · age = 42, count…"))
    #expect(header(other, columns: 50).hasSuffix("user u42"))
    #expect(
      header(EvaluationContext(attributes: ["plan": "gold"])).hasSuffix("no key · plan = gold")
    )
    let none = header(EvaluationContext())
    #expect(!none.contains("key") && !none.contains("Anonymous"), "the persona was not chosen")
  }

  @Test
  func `a comparison without personas refers to the user dialog, which the key u opens`() {
    let source = LoadedSource(
      features: Shop.features,
      origin: .file,
      userFields: UserFields(key: "u42")
    )
    var state = Shop.dashboard(columns: 80, rows: 20, snapshot: source, keys: "U")
    #expect(state.screen.contains("u edits the user, and its field \"Save as\""))
    _ = state.press("u")
    #expect(state.screen.contains("Save as     a name saves the user as a persona"))
  }

  // MARK: Kinds

  /// A flag system with contexts of several kinds.
  private struct KindService: FlagEvaluator {
    let contextKinds: [String]? = ["device", "org"]

    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }
  }

  private func dashboardWithKinds(keys: String) -> DashboardState {
    var source = LoadedSource(
      features: Shop.features,
      origin: .file,
      evaluator: KindService(),
      userFields: UserFields(key: "ana")
    )
    source.context = EvaluationContext(
      targetingKey: "ana",
      attributes: [
        "kind": "multi", "user": .object(["key": "ana", "plan": "gold"]),
        "org": .object(["key": "o1", "size": 40]),
      ]
    )
    return Shop.dashboard(columns: 80, rows: 16, snapshot: source, keys: keys)
  }

  @Test func `a context of several kinds has a field for each kind that the source reads`() {
    expectScreen(
      dashboardWithKinds(keys: "u ↓ ↓"),
      """
       Halyard   shop.json   file        user ana · kind = multi, o… · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      ┃
      │▌ ▢ Beta badge                                                 Unlocked       ┃
      ╭ User ────────────────────────────────────────────────────────────────────────╮
      │ User        ana                                                              │
      │ Attributes  {"plan":"gold"}                                                  │
      │▌device      its key, or JSON such as {"key": "k1", "plan": "gold"}           │
      │ org         {"key":"o1","size":40}                                           │
      │ Save as     a name saves the user as a persona                               │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       ↑ ↓ tab move  enter evaluate  esc cancel
      """
    )
  }

  @Test func `a context kind can be given by its key alone, and other kinds stay unchanged`() {
    var state = dashboardWithKinds(keys: "u ↓ ↓ d 7")
    let fields = UserFields(
      key: "ana",
      attributes: #"{"plan":"gold"}"#,
      kinds: [
        UserFields.Kind("device", text: "d7"),
        UserFields.Kind("org", text: #"{"key":"o1","size":40}"#),
      ]
    )
    #expect(state.press("enter") == [.session(.setUser(fields))])
  }

  @Test func `a context kind without a key is rejected`() {
    var state = dashboardWithKinds(keys: "u ↓ ↓ ↓ ctrl-u { }")
    #expect(state.press("enter") == [])
    #expect(state.screen.contains(#"✗ org: expected the key of the context as a text in "key""#))
  }

  // MARK: Personas

  private static let ana = Persona(
    name: "Ana",
    user: EvaluationContext(targetingKey: "u-1", attributes: ["plan": "gold"], segments: ["beta"])
  )

  private func dashboardWithPersona(keys: String) -> DashboardState {
    var context = Shop.context
    context.personas = [Self.ana]
    let fields = UserFields(key: "u42")
    let source = LoadedSource(features: Shop.features, origin: .file, userFields: fields)
    return Shop.dashboard(columns: 80, rows: 20, context: context, snapshot: source, keys: keys)
  }

  @Test func `a typed persona name saves the user as a persona, and evaluates the features`() {
    var state = dashboardWithPersona(keys: "u ↓ ↓ ↓ ↓")
    _ = state.update(.typed(" Ben "), now: .zero)
    #expect(state.screen.contains("enter evaluate and save"))
    let fields = UserFields(key: "u42")
    #expect(
      state.press("enter")
        == [.session(.setUser(fields)), .session(.savePersona("Ben", fields))]
    )
  }

  @Test func `the key e edits a persona and keeps the name of the persona`() {
    var state = dashboardWithPersona(keys: "u ↑")
    #expect(state.screen.contains("e edit"))
    _ = state.press("e ctrl-u")
    _ = state.update(.typed("u-2"), now: .zero)
    let fields = UserFields(key: "u-2", attributes: #"{"plan":"gold"}"#, segments: "beta")
    #expect(
      state.press("enter")
        == [.session(.setUser(fields)), .session(.savePersona("Ana", fields))]
    )
  }

  @Test func `a persona with a user profile is rejected, because settings cannot store profiles`() {
    var state = dashboardWithPersona(keys: "u ↓ ↓ ↓")
    _ = state.update(.typed(#"{"31":"52"}"#), now: .zero)
    _ = state.press("↓")
    _ = state.update(.typed("Ben"), now: .zero)
    #expect(state.press("enter").isEmpty)
    #expect(state.screen.contains("✗ A persona cannot have a profile"))
    #expect(state.screen.contains("▌Profile"))
  }

  private func refused(columns: Int, rows: Int) -> DashboardState {
    let flag = Feature(service: "buy_now", variations: [ServiceVariation("on")], given: nil)
    var state = Shop.dashboard(
      columns: columns,
      rows: rows,
      snapshot: LoadedSource(features: [flag], origin: .file, userFields: userFields),
      keys: "u ↑ ↑ ctrl-u"
    )
    let text = #"{"an experiment with a name of many words, which nobody would type": 5}"#
    _ = state.update(.typed(text), now: .zero)
    _ = state.press("enter")
    return state
  }

  @Test func `at 80 columns a long error in the user dialog is wrapped`() {
    expectScreen(
      refused(columns: 80, rows: 24),
      """
       Halyard   shop.json   file                                            user u42
      ╭ Features 1 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ◐ buy_now                                        Rollout       off          │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╭ User ────────────────────────────────────────────────────────────────────────╮
      │ User        u42                                                              │
      │ Attributes  {"country":"es"}                                                 │
      │ Segments    such as adults, gold                                             │
      │▌Profile     any words, which nobody would type": 5}                          │
      │ Save as     a name saves the user as a persona                               │
      │                                                                              │
      │ ✗ "an experiment with a name of many words, which nobody would type": found  │
      │ 5, expected the id of a variation                                            │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/1 ╯
       ↑ ↓ tab move  enter evaluate  esc cancel
      """
    )
  }

  @Test func `at 40 columns a long error in the user dialog is wrapped`() {
    expectScreen(
      refused(columns: 40, rows: 24),
      """
       Halyard   shop.json   file    user u42
      ╭ Features 1 ──────────────────────────╮
      │ No section                           │
      │▌ ◐ buy_now              off          │
      │                                      │
      │                                      │
      ╭ User ────────────────────────────────╮
      │ User        u42                      │
      │ Attributes  {"country":"es"}         │
      │ Segments    such as adults, gold     │
      │▌Profile      nobody would type": 5}  │
      │ Save as     a name saves the user a… │
      │                                      │
      │ ✗ "an experiment with a name of many │
      │ words, which nobody would type":     │
      │ found 5, expected the id of a        │
      │ variation                            │
      ╰──────────────────────────────────────╯
      │                                      │
      │                                      │
      │                                      │
      │                                      │
      ╰───────────────────────────────── 1/1 ╯
       enter evaluate  esc cancel
      """
    )
  }

  @Test func `on the smallest screen a long error leaves the field with the error visible`() {
    expectScreen(
      refused(columns: 40, rows: 8),
      """
      ╭ User ────────────────────────────────╮
      │ Segments    such as adults, gold     │
      │▌Profile      nobody would type": 5}  │
      │ ✗ "an experiment with a name of many │
      │ words, which nobody would type":     │
      │ found 5, expected the id of a        │
      │ variation                            │
      ╰──────────────────────────────────────╯
      """
    )
  }
}
