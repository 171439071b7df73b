import FeatureFlags
package import FlagSystem

extension FlagSystem {
  package static let launchDarkly = FlagSystem(
    name: "LaunchDarkly",
    page: "systems/launchdarkly.md",
    facts: Facts(
      source: "a file, a backup of `ldcli`",
      evaluation: "targets, rules, segments, experiments",
      trace: "each clause, and the reason of SDKs",
      forcing: "for everyone, a key, an attribute, one rule",
      served: "SDKs of servers, browsers and phones, OpenFeature",
      counts: "events of SDKs"
    ),
    formats: [
      FlagSystemFormat(
        name: "launchdarkly",
        meaning: "the flags of LaunchDarkly, as server SDKs and their files have them"
      ) { settings in
        .launchDarkly.withoutLines(ifMerged: LaunchDarklyFiles.prefix, settings)
      }
    ],
    sources: [
      .server(
        of: LaunchDarklySource.self,
        "launchdarkly+https://HOST[/BASE]",
        "the flags of LaunchDarkly or a Relay Proxy; the SDK key comes from `--header-file`",
        format: "launchdarkly"
      ),
      .files(
        LaunchDarklyFiles.prefix,
        "several data files of LaunchDarkly in JSON or YAML, as one document",
        format: "launchdarkly"
      ) { LaunchDarklyFiles.merge($0[.duplicateKeys] ?? .fail) },
    ],
    options: [SystemOption.duplicateKeys.row],
    libraries: [.regularExpressions],
    sdks: SDKSignatures(
      calls: [
        "variation", "variationDetail", "boolVariation", "boolVariationDetail", "stringVariation",
        "stringVariationDetail", "intVariation", "intVariationDetail", "doubleVariation",
        "doubleVariationDetail", "float64Variation", "jsonVariation", "jsonVariationDetail",
        "jsonValueVariation",
      ]
    ),
    document: .launchDarkly,
    routes: LaunchDarklyRoutes.all
  )
}

extension SystemOption<LaunchDarklyFiles.DuplicateKeys> {
  /// The option for keys that several data files have.
  fileprivate static var duplicateKeys: SystemOption {
    let names = LaunchDarklyFiles.DuplicateKeys.allCases.map(\.rawValue)
    return SystemOption(
      "duplicate-keys",
      .text("HANDLING", words: names),
      help: """
        With several data files of LaunchDarkly, what happens to a key that two files have: fail, the default, \
        or ignore, which uses the first file, as the setting of SDKs.
        """
    ) { text throws(SystemOptionError) in
      guard let handling = LaunchDarklyFiles.DuplicateKeys(rawValue: text) else {
        throw .expected("one of " + names.joined(separator: ", "))
      }
      return handling
    }
  }
}
