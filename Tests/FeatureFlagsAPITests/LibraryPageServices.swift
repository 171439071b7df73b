import AscendExperiments
import Foundation
import LetterCase
import Optimizely
import Pacing
import RemoteConfig

/// The snippets of `docs/libraries.md` about the other libraries, in the code of an app.
enum ServiceSnippets {
  static func optimizely() async throws {
    let client = OptimizelyClient(sdkKey: "your-key")
    try await client.start()
    let user = client.createUserContext(userId: "u42", attributes: ["country": "es"])
    let decision = user.decide(key: "buy_now")
    print(decision.enabled, decision.variationKey ?? "no variation")
  }

  static func ascend() throws {
    let settings = AscendExperimentsConfiguration(apiBaseUrl: "https://flags.example.test")
    let config = AscendConfig(
      plugins: [AscendPlugin(type: .experiments, config: settings)],
      coreConfig: AscendCoreConfig(apiKey: "demo-key", environment: "production")
    )
    try Ascend.initialize(with: config)
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    let steps = experiments.getIntValue(for: "checkout_flow", with: "steps")
    print(steps)
  }

  enum PaywallType: String, CaseIterable, StringRemoteValue { case a, b, c }
  enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }

  enum Key: String, RemoteKey {
    case paywallType = "paywall_type"
    case newCart = "new_cart"

    var valueType: any RemoteValue.Type {
      switch self {
      case .paywallType: PaywallType.self
      case .newCart: NewCart.self
      }
    }
  }

  static func remoteConfig() async throws -> PaywallType {
    let keeper = TemplateRemoteConfigKeeper(path: "template.json")
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    try await service.fetch()
    let type: PaywallType = service.remoteValue(for: Key.paywallType)
    return type
  }

  static func small(_ queries: AsyncStream<String>) async {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromKebabCase  // "number-of-wheels" to numberOfWheels
    for await query in queries.debounced(for: .milliseconds(300)) {
      print(query)
    }
  }
}
