import Foundation
import RemoteConfig
import Testing

/// Tests the conversion of remote texts by each kind of value.
struct KindTests {
  /// A key for any type of value.
  private struct AnyKey: RemoteKey {
    let name = "key"
    let valueType: any RemoteValue.Type
  }

  private func value<Value: RemoteValue>(_ text: String, as type: Value.Type) -> Value? {
    InMemoryRemoteConfigKeeper(["key": text]).value(for: AnyKey(valueType: type))
  }

  @Test(
    arguments: [
      ("a", .a), ("c", .c), ("A", nil), ("a ", nil), ("", nil), ("true", nil), ("a_baseline", nil),
    ] as [(String, Example.PaywallType?)]
  )
  func `a string value is parsed only from a raw value of its enum`(
    text: String,
    expected: Example.PaywallType?
  ) {
    #expect(value(text, as: Example.PaywallType.self) == expected)
  }

  @Test func `the name of a string value is its raw value`() {
    #expect(Example.PaywallType.allCases.map(\.name) == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      ("true", .enabled), ("false", .disabled), ("TRUE", .disabled), ("1", .disabled),
      (" true", .disabled), ("true_baseline", .disabled), ("", nil),
    ] as [(String, Example.NewCart?)]
  )
  func `a Boolean value is on for true and off for every other text`(
    text: String,
    expected: Example.NewCart?
  ) {
    #expect(value(text, as: Example.NewCart.self) == expected)
  }

  @Test func `a Boolean value can be created from a literal`() {
    let on: Example.NewCart = true
    let off: Example.NewCart = false
    #expect(on == .enabled && on.isEnabled)
    #expect(off == .disabled && !off.isEnabled)
  }

  @Test(
    arguments: [
      ("grid", .init(baseline: false, variant: .grid)),
      ("list_baseline", .init(baseline: true, variant: .list)),
      ("_baseline", nil), ("grid_Baseline", nil), ("grid_baseline_baseline", nil), ("tiles", nil),
      ("", nil),
    ] as [(String, Example.Layout?)]
  )
  func `a baseline string is parsed from a raw value with or without the suffix _baseline`(
    text: String,
    expected: Example.Layout?
  ) {
    let layout = value(text, as: Example.Layout.self)
    #expect(layout == expected)
    #expect(layout.map(\.name) == expected.map { _ in text }, "the name parses to the same value")
  }

  @Test(
    arguments: [
      ("true", .init(baseline: false, isEnabled: true)),
      ("false", .init(baseline: false, isEnabled: false)),
      ("true_baseline", .init(baseline: true, isEnabled: true)),
      ("false_baseline", .init(baseline: true, isEnabled: false)),
      ("True", nil), ("1", nil), ("Enabled", nil), ("_baseline", nil), ("", nil),
    ] as [(String, Example.Search?)]
  )
  func `a baseline Boolean is parsed from true or false with or without the suffix _baseline`(
    text: String,
    expected: Example.Search?
  ) {
    let search = value(text, as: Example.Search.self)
    #expect(search == expected)
    #expect(search.map(\.name) == expected.map { _ in text }, "the name parses to the same value")
  }

  @Test func `each kind of value has its own default`() {
    #expect(Example.PaywallType.default == .a)
    #expect(Example.OnboardingType.default == .y)
    #expect(Example.NewCart.default == .disabled)
    #expect(Example.OldCart.default == .enabled)
    #expect(Example.Layout.default == Example.Layout(baseline: true, variant: .grid))
    #expect(Example.Search.default == Example.Search(baseline: true, isEnabled: false))
  }

  @Test func `a generic function over RemoteValue gets the default of the concrete type`() {
    func name<Value: RemoteValue>(of type: Value.Type) -> String { "\(Value.default)" }
    #expect(name(of: Example.NewCart.self) == "disabled")
    #expect(name(of: Example.Layout.self) == "\(Example.Layout.default)")
    #expect(name(of: Example.Search.self) == "\(Example.Search.default)")
  }

  @Test func `allCases of a baseline value contains each combination once`() {
    #expect(
      Example.Layout.allCases.map(\.name) == ["grid_baseline", "grid", "list_baseline", "list"]
    )
    #expect(
      Example.Search.allCases.map(\.name) == ["false_baseline", "false", "true_baseline", "true"]
    )
  }

  /// A value with a variant whose text ends in the suffix `_baseline`.
  private struct Marked: BaselineVariantRemoteValue {
    enum Variant: String, CaseIterable, StringRemoteValue {
      case old
      case new = "new_baseline"
    }
    let baseline: Bool
    let variant: Variant
  }

  @Test func `a variant whose text ends in _baseline is not a baseline`() {
    for variant in Marked.Variant.allCases {
      for baseline in [true, false] {
        let read = Marked(name: Marked(baseline: baseline, variant: variant).name)
        #expect(read?.baseline == baseline && read?.variant == variant)
      }
    }
  }

  /// A value that is configured as a JSON document.
  private struct Limits: JSONInitializableRemoteValue, Decodable {
    static let `default` = Limits(most: 3)
    let most: Int

    init(most: Int) { self.most = most }

    init?(jsonData: Data) {
      guard let limits = try? JSONDecoder().decode(Limits.self, from: jsonData) else { return nil }
      self = limits
    }
  }

  @Test func `a remote value of a Decodable type is decoded from its JSON text`() {
    #expect(value(#"{"most": 5}"#, as: Limits.self)?.most == 5)
    #expect(value("5", as: Limits.self) == nil)
    #expect(value("", as: Limits.self) == nil)
  }

  @Test func `hand-written members replace the derived members`() {
    typealias Text = LongExample.StringBaselineTest
    #expect(Text(name: "a_baseline") == nil)
    #expect(Text.allCases.map(\.name) == ["a", "b", "c"])
    #expect(Text.default.variant == .b)
    #expect(LongExample.BoolBaselineTest(name: "false") == nil)
    #expect(LongExample.BoolBaselineTest.allCases.map(\.name) == ["Enabled"])
    #expect(LongExample.BoolBaselineTest.default.isEnabled)
    #expect(value("up", as: LongExample.Sorting.self)?.order == .up)
    #expect(value("up_baseline", as: LongExample.Sorting.self) == nil)
    #expect(LongExample.Sorting.default.order == .down)
  }

  @Test(
    arguments: [
      ("true", true), ("true_baseline", true), ("false", false), ("false_baseline", false),
    ]
  )
  func `a hand-written baseline flag derives its text from its state, or its state from its text`(
    text: String,
    isEnabled: Bool
  ) {
    #expect(value(text, as: LongExample.Unnamed.self)?.name == text)
    #expect(value(text, as: LongExample.Named.self)?.isEnabled == isEnabled)
  }
}
