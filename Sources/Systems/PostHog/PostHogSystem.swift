import Documents
package import FeatureFlags
package import FlagSystem
package import Networking
package import Targeting

extension FlagSystem {
  package static let postHog = FlagSystem(
    name: "PostHog",
    page: "systems/posthog.md",
    facts: Facts(
      source: "a file with the definitions",
      evaluation: "properties, cohorts, groups, variants",
      trace: "each filter, and the buckets",
      forcing: "for everyone, a key, an attribute",
      served: "SDKs with and without local evaluation, OpenFeature",
      counts: "events of SDKs"
    ),
    formats: [
      FlagSystemFormat(name: "posthog", meaning: "the flag definitions of PostHog") { settings in
        .postHog(now: settings.now)
      }
    ],
    sources: [
      .server(
        of: PostHogSource.self,
        "posthog+https://HOST?token=PROJECT_KEY",
        "the flag definitions of PostHog; the personal key comes from `--header-file`",
        format: "posthog"
      )
    ],
    options: [SystemOption.time.row],
    libraries: [.regularExpressions],
    sdks: SDKSignatures(
      userAgents: ["posthog": "PostHog"],
      calls: [
        "isFeatureEnabled", "getFeatureFlag", "getFeatureFlagPayload", "feature_enabled",
        "get_feature_flag", "useFeatureFlagEnabled", "useFeatureFlagVariantKey",
        "useFeatureFlagPayload",
      ]
    ),
    document: .postHog,
    routes: PostHogRoutes.all
  )
}

extension DocumentKind {
  static let postHog = DocumentKind("flag definitions of PostHog", of: PostHogEvaluator.self)
}

/// Polls the flag definitions of a project of PostHog, with its cohorts.
package struct PostHogSource: SDKSource {
  package static let prefix = "posthog+"
  package let server: SourceServer
  package let request: HTTPRequest

  private static let path = "/flags/definitions"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    guard url.contains("token=") else { return nil }
    return ServiceURL(url, removing: [path]).url(of: path, ["send_cohorts"])
  }
}

extension ConfigurationFormat {
  /// The format of flag definitions of PostHog, whose flags a ``PostHogEvaluator`` evaluates.
  ///
  /// - Parameter now: Returns the time of an evaluation.
  /// - Returns: The format with the name `posthog`.
  package static func postHog(
    now: @escaping @Sendable () -> Timestamp = Timestamp.current
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "posthog",
      recognises: { bytes in
        guard bytes.contains(text: "\"flags\"") else { return false }
        // Drops the error: a text that is not JSON has no definitions.
        return (try? JSONReader.read(bytes)).map(PostHogDocument.isLikely) ?? false
      },
      read: { bytes throws(DocumentError) in
        let document = try PostHogDocument(bytes: bytes)
        let evaluator = PostHogEvaluator(document, now: now)
        return Configuration(document.flags.map(\.feature), document.problems, evaluator)
      }
    )
    .described(by: "a list \"flags\" with \"key\" and \"filters\"", .postHog)
  }
}
