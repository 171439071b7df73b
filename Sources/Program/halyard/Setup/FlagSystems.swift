import AscendEngine
import FeaturesSystem
import FlagSystem
import Flagd
import GoFeatureFlag
import GrowthBook
import LaunchDarkly
import OFREP
import OptimizelyEngine
import PostHog
import RemoteConfig
import Unleash
import Usages

/// The flag systems that the program knows.
enum FlagSystems {
  /// All systems, in the order of the documentation.
  ///
  /// The format of the first system is the fallback for a document that no other format recognises. The
  /// value is task-local, so that a test can add a system for one task.
  @TaskLocal static var all: [FlagSystem] = [
    .features, .flagd, .unleash, .launchDarkly, .growthBook, .optimizely, .ascend, .remoteConfig,
    .goFeatureFlag, .postHog, .ofrep,
  ]

  /// The calls of the SDKs of all systems, and of flag libraries without a service, such as Flipper.
  static var calls: FlagCalls { FlagCalls(of: all.flatMap(\.sdks.calls) + ["Flipper.enabled"]) }

  /// The options of all systems; several systems can have the same one.
  static var options: [SystemOptionRow] {
    var names: Set<String> = []
    return all.flatMap(\.options).filter { names.insert($0.name).inserted }
  }
}
