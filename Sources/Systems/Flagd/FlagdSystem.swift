import FeatureFlags
package import FlagSystem
import Targeting

extension FlagSystem {
  package static let flagd = FlagSystem(
    name: "flagd",
    page: "systems.md#flagd",
    facts: Facts(
      source: "a file or a URL, in JSON or YAML",
      evaluation: "rules, fractional v1 to v3",
      trace: "each rule with its operands",
      forcing: "for everyone, a key, an attribute",
      served: "flagd, its providers with a file, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      FlagSystemFormat(name: "flagd", meaning: "a document of flagd, in JSON or YAML") { settings in
        .flagd(
          FlagdSettings(
            generation: settings[.fractional] ?? .v2,
            timestamp: settings[.time].map { Int($0.seconds.rounded(.down)) }
          )
        )
      }
    ],
    options: [SystemOption.fractional.row, SystemOption.time.row],
    sdks: SDKSignatures(userAgents: ["flagd": "flagd"]),
    document: .flagd,
    routes: FlagdRoutes.all
  )
}

extension SystemOption<FractionalGeneration> {
  /// The option for the version of the algorithm of the operator `fractional`.
  fileprivate static var fractional: SystemOption {
    let names = FractionalGeneration.allCases.map(\.rawValue)
    return SystemOption(
      "fractional",
      .text("GENERATION", words: names),
      help: """
        The algorithm of 'fractional' in flagd: v1 up to flagd 0.14, v2 up to 0.16, or v3 as planned for \
        1.0; v2 by default.
        """
    ) { text throws(SystemOptionError) in
      guard let generation = FractionalGeneration(rawValue: text) else {
        throw .expected("one of " + names.joined(separator: ", "))
      }
      return generation
    }
  }
}
