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

extension [FlagSystem] {
  /// The systems of the program.
  static let served: [FlagSystem] = [
    .features, .flagd, .unleash, .launchDarkly, .growthBook, .optimizely, .ascend, .remoteConfig,
    .goFeatureFlag, .postHog, .ofrep,
  ]
}
