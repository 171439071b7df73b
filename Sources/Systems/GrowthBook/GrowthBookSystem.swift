import FeatureFlags
package import FlagSystem
import Targeting

extension FlagSystem {
  package static let growthBook = FlagSystem(
    name: "GrowthBook",
    page: "systems.md#growthbook",
    facts: Facts(
      source: "a file",
      evaluation: "conditions, roll-outs, experiments",
      trace: "each rule, and why it was skipped",
      forcing: "for everyone, for one user, one rule",
      served: "all SDKs, OpenFeature",
      counts: "evaluations over OFREP"
    ),
    formats: [
      SystemFormat(
        name: "growthbook",
        meaning: "the features of GrowthBook, also with encrypted parts"
      ) { .growthBook(key: $0[.growthBookKey]) }
    ],
    sources: [
      .server(
        of: GrowthBookSource.self,
        "growthbook+https://HOST[/BASE]/KEY",
        "the features of GrowthBook or its proxy for a client key",
        format: "growthbook"
      )
    ],
    options: [SystemOption.growthBookKey.row],
    libraries: [
      .regularExpressions,
      LibraryUse(
        name: "libcrypto",
        file: "libcrypto.so.3",
        package: "libssl3",
        use: "encrypted documents of GrowthBook"
      ) { GrowthBookPayload.hasLibrary ? "" : nil },
    ],
    sdks: SDKSigns(
      calls: [
        "isOn", "isOff", "isFeatureOn", "isFlagEnabled", "getFeatureValue", "evalFeature",
        "useFeatureIsOn", "useFeatureValue",
      ]
    ),
    document: .growthBook,
    routes: GrowthBookRoutes.all
  )
}

extension SystemOption<String> {
  /// The decryption key of a connection, in base64.
  fileprivate static var growthBookKey: SystemOption {
    SystemOption(
      "growthbook-key-file",
      .content(limit: 1 << 10),
      help: """
        A file with the decryption key of a GrowthBook connection, in base64; the environment variable \
        HALYARD_GROWTHBOOK_KEY has it, too.
        """,
      variable: (
        "HALYARD_GROWTHBOOK_KEY", "The decryption key of a GrowthBook connection, in base64."
      )
    ) { text throws(SystemOptionError) in text.trimmed }
  }
}
