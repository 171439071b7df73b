import FeatureFlags
import Targeting

extension FlagSystem {
  package static let features = FlagSystem(
    name: "FeatureFlags",
    page: "serving.md#featureflags",
    facts: Facts(
      source: "a file, a URL",
      evaluation: "biases, with one assignment for each user",
      trace: "the biases on a ruler",
      forcing: "for everyone",
      served: "apps of the framework, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      SystemFormat(name: "features", meaning: "features in JSON, JSON5 or a property list") { _ in
        .features
      }
    ],
    document: DocumentKind("a configuration of features", in: .features),
    routes: FeaturesRoutes.all
  )
}

extension SourceKind {
  /// A configuration at a URL, which is polled.
  package static var web: SourceKind {
    .server("https://HOST/PATH", "a configuration at a URL, also with `http`", format: nil) {
      url,
      request throws(SourceNameError) in
      try mapError(
        RemoteSource(
          url: url,
          headers: request.headers,
          deadline: request.timeout,
          client: request.makeClient()
        ),
        to: SourceNameError.source
      )
    }
  }
}

extension LibraryUse {
  /// The library for the regular expressions of rules.
  package static let regularExpressions = LibraryUse(
    name: "libpcre2",
    file: "libpcre2-8.so.0",
    package: "libpcre2-8-0",
    use: "regular expressions of rules"
  ) { RegularExpression.hasLibrary ? "" : nil }
}
