import FeatureFlags
package import FlagSystem

extension FlagSystem {
  package static let launchDarkly = FlagSystem(
    name: "LaunchDarkly",
    page: "systems.md#launchdarkly",
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
        let isMerged = settings.sourceName?.hasPrefix(LaunchDarklyFiles.prefix) ?? false
        return isMerged ? .launchDarkly.withoutLines : .launchDarkly
      }
    ],
    sources: [
      .server(
        of: LaunchDarklySource.self,
        "launchdarkly+https://HOST[/BASE]",
        "the flags of LaunchDarkly or a Relay Proxy; the SDK key comes from `--header-file`",
        format: "launchdarkly"
      ),
      .launchDarklyFiles,
    ],
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

extension SourceKind {
  /// The source kind for several data files of a server SDK, which are read again when one of them
  /// changes.
  fileprivate static var launchDarklyFiles: SourceKind {
    let form = "launchdarkly:FILE,FILE"
    return SourceKind(
      form: form,
      meaning: "several data files of LaunchDarkly in JSON or YAML, as one document",
      format: "launchdarkly",
      matches: { $0.hasPrefix(LaunchDarklyFiles.prefix) }
    ) { name, request throws(SourceNameError) in
      let paths = name.dropFirst(LaunchDarklyFiles.prefix.count).split(separator: ",")
        .map(String.init)
      guard let first = paths.first else {
        throw .usage("the source is \"\(name)\", expected \(form)")
      }
      let absolute = paths.map(request.resolved)
      return LocatedSource(
        LaunchDarklyFiles(paths: paths),
        .file,
        LaunchDarklyFiles(paths: absolute).name,
        workspace: LocatedSource.workspaceName(
          of: absolute.joined(separator: ","),
          readable: FileSource(path: first).name
        )
      )
    }
  }
}

extension ConfigurationFormat {
  /// The format without line numbers in problems, for a document that was merged from several files.
  fileprivate var withoutLines: ConfigurationFormat {
    ConfigurationFormat(name: name, recognises: recognises) { bytes throws(ConfigurationError) in
      let merged = try parse(bytes)
      let problems = merged.problems.map {
        Problem(severity: $0.severity, line: nil, feature: $0.feature, fact: $0.fact)
      }
      var configuration = Configuration(features: merged.features, problems: problems)
      configuration.evaluator = merged.evaluator
      return configuration
    }
  }
}
