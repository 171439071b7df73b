import Foundation
import RemoteConfig
import Testing

/// What each kind of value makes of the texts of the remote side.
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
  func `a string value takes exactly a raw value`(text: String, wanted: Example.PaywallType?) {
    #expect(value(text, as: Example.PaywallType.self) == wanted)
  }

  @Test func `a string value is named by its raw value`() {
    #expect(Example.PaywallType.allCases.map(\.name) == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      ("true", .enabled), ("false", .disabled), ("TRUE", .disabled), ("1", .disabled),
      (" true", .disabled), ("true_baseline", .disabled), ("", nil),
    ] as [(String, Example.NewCart?)]
  )
  func `a bool value is on for true and off for every other text`(
    text: String,
    wanted: Example.NewCart?
  ) {
    #expect(value(text, as: Example.NewCart.self) == wanted)
  }

  @Test func `a bool value is made of a literal and says whether it is on`() {
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
  func `a baseline string is a raw value with or without the mark`(
    text: String,
    wanted: Example.Layout?
  ) {
    let layout = value(text, as: Example.Layout.self)
    #expect(layout == wanted)
    #expect(layout.map(\.name) == wanted.map { _ in text }, "the name reads back")
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
  func `a baseline bool is true or false with or without the mark`(
    text: String,
    wanted: Example.Search?
  ) {
    let search = value(text, as: Example.Search.self)
    #expect(search == wanted)
    #expect(search.map(\.name) == wanted.map { _ in text }, "the name reads back")
  }

  @Test func `each kind has its default`() {
    #expect(Example.PaywallType.default == .a)
    #expect(Example.OnboardingType.default == .y)
    #expect(Example.NewCart.default == .disabled)
    #expect(Example.OldCart.default == .enabled)
    #expect(Example.Layout.default == Example.Layout(baseline: true, variant: .grid))
    #expect(Example.Search.default == Example.Search(baseline: true, isEnabled: false))
  }

  @Test func `a default is the same where only the protocol is known`() {
    func name<Value: RemoteValue>(of type: Value.Type) -> String { "\(Value.default)" }
    #expect(name(of: Example.NewCart.self) == "disabled")
    #expect(name(of: Example.Layout.self) == "\(Example.Layout.default)")
    #expect(name(of: Example.Search.self) == "\(Example.Search.default)")
  }

  @Test func `baseline kinds list each combination once`() {
    #expect(
      Example.Layout.allCases.map(\.name) == ["grid_baseline", "grid", "list_baseline", "list"]
    )
    #expect(
      Example.Search.allCases.map(\.name) == ["false_baseline", "false", "true_baseline", "true"]
    )
  }

  /// A value one of whose variants ends like the mark.
  private struct Marked: BaselineVariantRemoteValue {
    enum Variant: String, CaseIterable, StringRemoteValue {
      case old
      case new = "new_baseline"
    }
    let baseline: Bool
    let variant: Variant
  }

  @Test func `a variant that ends like the mark can be told from a baseline`() {
    for variant in Marked.Variant.allCases {
      for baseline in [true, false] {
        let read = Marked(name: Marked(baseline: baseline, variant: variant).name)
        #expect(read?.baseline == baseline && read?.variant == variant)
      }
    }
  }

  /// A value that is a JSON document remotely.
  private struct Limits: JSONInitializableRemoteValue, Decodable {
    static let `default` = Limits(most: 3)
    let most: Int

    init(most: Int) { self.most = most }

    init?(jsonData: Data) {
      guard let limits = try? JSONDecoder().decode(Limits.self, from: jsonData) else { return nil }
      self = limits
    }
  }

  @Test func `a value can be made of JSON`() {
    #expect(value(#"{"most": 5}"#, as: Limits.self)?.most == 5)
    #expect(value("5", as: Limits.self) == nil)
    #expect(value("", as: Limits.self) == nil)
  }

  @Test func `forms that leave nothing to defaults keep their own`() {
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
  func `a hand-written baseline flag derives its text from its state, or the reverse`(
    text: String,
    isEnabled: Bool
  ) {
    #expect(value(text, as: LongExample.Unnamed.self)?.name == text)
    #expect(value(text, as: LongExample.Named.self)?.isEnabled == isEnabled)
  }
}
