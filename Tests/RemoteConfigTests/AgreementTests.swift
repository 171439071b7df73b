import CoreTestSupport
import FeatureFlags
import RemoteConfig
import TestSupport
import Testing

/// Tests that the dashboard shows the value that an app gets for the same override.
struct AgreementTests {
  private typealias Key = Example.Key

  /// The parameter `welcome` of the sample template, with its texts as cases.
  private enum Welcome: String, CaseIterable, StringRemoteValue {
    case hello = "Hello"
    case mac = "Hello, Mac"
    case tenth = "Hi"
  }

  /// A key for any parameter of the sample template.
  private struct Parameter: RemoteKey {
    let name: String
    let valueType: any RemoteValue.Type
  }

  /// Overrides a feature in a new store; returns the feature and the path of the overrides.
  private func store(
    of features: [Feature],
    after choice: OverrideChoice,
    about name: Feature.Name,
    in folder: TemporaryFolder
  ) throws -> (Feature, overridesPath: String) {
    let workspace = folder.workspace()
    let store = FlagStore(workspace: workspace)
    try store.load(Configuration(features: features))
    try store.override(choice, for: [name])
    return (try store.requiredFeature(named: name), workspace.overridesPath)
  }

  private static let outcomes: [Feature] = [
    Feature(name: "new_cart", testVariations: [.enabled, .disabled]),
    Feature(name: "search", testVariations: ["enabled", "disabled"]),
    Feature(name: "layout", testVariations: ["grid", "list"]),
  ]
  private static let flags: [Feature] = [Feature(name: "new_cart"), Feature(name: "search")]

  @Test(arguments: [
    (Self.flags, "new_cart", OverrideChoice.enabled(true), "enabled"),
    (Self.flags, "new_cart", .enabled(false), "disabled"),
    (Self.flags, "new_cart", .variation("Enabled"), "enabled"),
    (Self.flags, "search", .variation("disabled"), "false"),
    (Self.outcomes, "new_cart", .enabled(true), "enabled"),
    (Self.outcomes, "new_cart", .variation("Enabled"), "enabled"),
    (Self.outcomes, "new_cart", .variation("DISABLED"), "disabled"),
    (Self.outcomes, "search", .variation("Enabled"), "true"),
    (Self.outcomes, "search", .variation("Disabled"), "false"),
    (Self.outcomes, "layout", .variation("LIST"), "list"),
  ])
  func `an app gets the value that the dashboard shows for the same override`(
    _ features: [Feature],
    _ name: String,
    _ choice: OverrideChoice,
    _ label: String
  ) throws {
    let folder = try TemporaryFolder()
    let (feature, path) = try store(
      of: features,
      after: choice,
      about: Feature.Name(rawValue: name),
      in: folder
    )
    let state = feature.state(in: .development)
    let isOn = ["enabled", "true"].contains(label)
    #expect(label == state.variation?.rawValue || state.isEnabled == isOn)

    let opposite = isOn ? "false" : "true"
    let service = RemoteConfigService(
      remoteConfigKeeper: InMemoryRemoteConfigKeeper([name: opposite])
    )
    service.followOverrides(at: path)
    service.getValues(for: [try #require(Key(rawValue: name))])
    #expect(service.currentRemoteData.map(\.value) == [label])
  }

  @Test(arguments: [
    ("dark_mode", OverrideChoice.enabled(false), "disabled"),
    ("dark_mode", .variation("Disabled"), "disabled"),
    ("welcome", .variation("ios USERS"), "Hello, Mac"),
    ("welcome", .variation("default"), "Hello"),
    ("welcome", .variable("value", .string("Hi")), "Hi"),
  ])
  func `an app with a template gets the value that the dashboard shows for an override`(
    _ name: String,
    _ choice: OverrideChoice,
    _ label: String
  ) async throws {
    let folder = try TemporaryFolder()
    let (feature, path) = try store(
      of: try ConfigurationFormat.remoteConfigTemplate.parse(Array(SampleTemplate.text.utf8))
        .features,
      after: choice,
      about: Feature.Name(rawValue: name),
      in: folder
    )
    let state = feature.state(in: .development)
    let value = state.value(of: "value")?.description
    #expect((value ?? (state.isEnabled ? "enabled" : "disabled")) == label)

    let keeper = TemplateRemoteConfigKeeper(
      path: try folder.write(SampleTemplate.text, to: "template.json"),
      conditions: ["A tenth"]
    )
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    try await service.fetch()
    service.followOverrides(at: path)
    let isFlag = feature.type == .featureFlag
    service.getValues(for: [
      Parameter(name: name, valueType: isFlag ? Example.NewCart.self : Welcome.self)
    ])
    #expect(service.currentRemoteData.map(\.value) == [label])
  }

  @Test(arguments: ["iOS users", "ios users", "IOS USERS"])
  func `variations of a template are matched ignoring letter case`(
    variation: String
  ) async throws {
    let folder = try TemporaryFolder()
    let keeper = TemplateRemoteConfigKeeper(
      path: try folder.write(SampleTemplate.text, to: "template.json")
    )
    try await keeper.fetch()
    let key = Parameter(name: "welcome", valueType: Welcome.self)
    #expect(
      keeper.stringValueRepresentation(for: key, variation: variation) == "Hello, Mac"
    )
  }
}
