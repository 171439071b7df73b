import FeatureFlags
package import FlagSystem
import Targeting

extension FlagSystem {
  package static let remoteConfig = FlagSystem(
    name: "Firebase Remote Config",
    page: "systems/remote-config.md",
    facts: Facts(
      source: "a template",
      evaluation: "conditions of server templates, and of clients as far as attributes decide",
      trace: "each condition, and the bucket",
      forcing: "for everyone; in server templates also a key, an attribute",
      served: "firebase-admin, clients of templates, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "remote-config", meaning: "a template of Firebase Remote Config") {
        settings in
        .remoteConfigTemplate(now: settings.now)
      }
    ],
    options: [SystemOption.time.row],
    document: DocumentKind("a Remote Config template", in: .remoteConfigTemplate),
    routes: RemoteConfigRoutes.all
  )
}
