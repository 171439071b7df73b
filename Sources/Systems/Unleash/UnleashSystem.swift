import FeatureFlags
package import FlagSystem
import Targeting

import struct FoundationEssentials.Date

extension FlagSystem {
  package static let unleash = FlagSystem(
    name: "Unleash",
    page: "systems.md#unleash",
    facts: Facts(
      source: "a file of Edge, a bootstrap file",
      evaluation: "strategies, variants, dependencies",
      trace: "each strategy with its constraints",
      forcing: "for everyone, for one user, one strategy",
      served: "SDKs of servers, browsers and phones, OpenFeature",
      counts: "metrics of SDKs"
    ),
    formats: [
      SystemFormat(name: "unleash", meaning: "the client features of Unleash") { settings in
        let time = settings[.time]
        return .unleash(
          UnleashSettings { time ?? Timestamp(seconds: Date().timeIntervalSince1970) }
        )
      }
    ],
    sources: [
      .server(
        of: UnleashSource.self,
        "unleash+https://HOST[/BASE]",
        "the flags of an Unleash server; its token comes from `--header-file`",
        format: "unleash"
      )
    ],
    options: [SystemOption.time.row],
    libraries: [.regularExpressions],
    sdks: SDKSigns(
      userAgents: ["unleash": "Unleash"],
      calls: ["isEnabled", "getVariant", "useFlag"]
    ),
    document: .unleash,
    routes: UnleashRoutes.all
  )
}
