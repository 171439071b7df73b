import RemoteConfig
import RemoteConfigMacros
import Testing

/// Tests values that are declared with macros, in a module with the imports of an app.
struct MacroUseTests {
  @Test func `a string value with a macro has its texts and a default`() {
    #expect(MacroExample.PaywallType.allCases.map(\.name) == ["a", "b", "c"])
    #expect(MacroExample.PaywallType(name: "b") == .b)
    #expect(MacroExample.PaywallType.default == .a)
    #expect(MacroExample.OnboardingType.default == .y)
  }

  @Test func `a Boolean value with a macro has two cases and a default`() {
    #expect(MacroExample.NewCart.allCases == [.enabled, .disabled])
    #expect(MacroExample.NewCart.default == .disabled)
    #expect(MacroExample.OldCart.default == .enabled)
    #expect(MacroExample.OwnDefault.default == .enabled)
    let on: MacroExample.NewCart = true
    #expect(on.isEnabled)
  }

  @Test
  func `a baseline string value with a macro is parsed and written with the suffix _baseline`() {
    #expect(
      MacroExample.Layout.allCases.map(\.name)
        == ["grid_baseline", "grid", "list_baseline", "list"]
    )
    #expect(MacroExample.Layout(name: "grid_baseline")?.baseline == true)
    #expect(MacroExample.Layout(name: "tiles") == nil)
    #expect(MacroExample.Layout.default.name == "list_baseline")
  }

  @Test
  func `a baseline Boolean value with a macro is parsed and written with the suffix _baseline`() {
    #expect(
      MacroExample.Search.allCases.map(\.name)
        == ["false_baseline", "false", "true_baseline", "true"]
    )
    #expect(MacroExample.Search(name: "true")?.isEnabled == true)
    #expect(MacroExample.Search.default.name == "false_baseline")
    #expect(MacroExample.Suggestions.default.name == "true_baseline")
  }

  @Test func `a namespace with a macro turns each nested type into the matching kind of value`() {
    let texts = ["b", "true_baseline", "false", "true", "z"]
    let service = RemoteConfigService(
      remoteConfigKeeper: InMemoryRemoteConfigKeeper(
        Dictionary(uniqueKeysWithValues: zip(Remote.Key.allCases.map(\.name), texts))
      )
    )
    service.getValues(for: Remote.Key.allCases)
    let values = ["b", "true_baseline", "false", "enabled", "z"]
    #expect(service.currentRemoteData.map(\.value) == values)
    #expect(Remote.Value.BFeatureEnabled.default.isEnabled)
    let type: Remote.Value.OnboardingType = service.remoteValue(for: Remote.Key.onboardingType)
    #expect(type == .z)
  }

  @Test func `the members that a macro adds to a public type are public`() {
    #expect(
      publicMembers()
        == ["a", "true false", "true 2", "grid", "true grid", "false", "true true"]
    )
  }
}
