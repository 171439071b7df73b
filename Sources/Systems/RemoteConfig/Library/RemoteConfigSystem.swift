import FeatureFlags
package import FlagSystem

extension FlagSystem {
  package static let remoteConfig = FlagSystem(
    name: "Firebase Remote Config",
    page: "serving.md#endpoints",
    facts: Facts(
      source: "a template",
      evaluation: "default values: Firebase alone evaluates conditions",
      trace: "the values of all conditions",
      forcing: "for everyone, the value of a condition",
      served: "clients of templates, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "remote-config", meaning: "a template of Firebase Remote Config") {
        _ in
        .remoteConfigTemplate
      }
    ],
    document: DocumentKind("a Remote Config template", in: .remoteConfigTemplate),
    routes: RemoteConfigRoutes.all
  )
}
