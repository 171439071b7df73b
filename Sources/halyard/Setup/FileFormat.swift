import AscendEngine
import FeatureFlags
import Flagd
import GrowthBook
import LaunchDarkly
import OFREP
import OptimizelyEngine
import RemoteConfig
import Targeting
import Unleash

import struct FoundationEssentials.Date

/// A file format of configurations; ``FileFormats/all`` lists the supported ones.
protocol FileFormat: Sendable {
  /// The value of `--format` that selects this format.
  static var name: String { get }
  /// The description of the format in the documentation.
  static var meaning: String { get }

  /// The parser for this format, with the options of the command line that affect its evaluator.
  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat
}

/// Lists the supported file formats, for the help, `--format` and the detection of the format.
enum FileFormats {
  /// The format for a document that matches no other format.
  private static let fallback: any FileFormat.Type = FeaturesFormat.self
  /// The formats that are recognised by content, in the order in which they are tried.
  private static let recognised: [any FileFormat.Type] = [
    OptimizelyFormat.self, RemoteConfigFormat.self, AscendFormat.self, FlagdFormat.self,
    UnleashFormat.self, LaunchDarklyFormat.self, GrowthBookFormat.self, OFREPFormat.self,
    ManifestFormat.self,
  ]

  /// Every format, in the order of the help.
  static var all: [any FileFormat.Type] { [fallback] + recognised }

  /// The names of the formats, in the order of the help.
  static var names: [String] { all.map { $0.name } }

  /// The parsers of all formats, in the order in which they are tried.
  static func readers(_ options: Options) -> [ConfigurationFormat] {
    (recognised + [fallback]).map { $0.reader(options) }
  }

  /// The formats for the detection: those with parsers, and before the last one those of other products.
  static func candidates(_ options: Options) -> [ConfigurationFormat] {
    let readers = readers(options)
    return Array(readers.dropLast()) + ForeignDocuments.formats + readers.suffix(1)
  }

  /// Parses a document in the format that the options select, or else in the first format that
  /// recognises its content.
  ///
  /// - Throws: The reason why the document is not a configuration.
  static func parse(
    _ bytes: [UInt8],
    _ options: SourceOptions
  ) throws(ConfigurationError) -> Configuration {
    var configuration = try format(of: bytes, options).parse(bytes)
    configuration.evaluator = configuration.evaluator.fetched(for: options.user)
    return configuration
  }

  /// The format that the options select, or else the first format that recognises the content of a
  /// document.
  static func format(of bytes: [UInt8], _ options: SourceOptions) -> ConfigurationFormat {
    let settings = Options(options)
    let selected = options.format ?? options.name.flatMap { SourceKinds.kind(of: $0).format }
    return selected?.reader(settings) ?? FormatDetection(candidates(settings)).format(of: bytes)
  }

  /// The command line options that affect how a document is decoded.
  struct Options: Sendable {
    let experiments: ExperimentsFile?
    let datafile: DatafileSettings
    let flagd: FlagdSettings
    let unleash: UnleashSettings
    let growthBookKey: String?
    /// Whether the document is merged from several files.
    let isMerged: Bool

    /// Selects the relevant options from the options of a source.
    init(_ options: SourceOptions) {
      experiments = options.experiments?.file
      datafile = DatafileSettings(
        order: options.isCanonical ? .canonical : .leftToRight,
        key: options.name.flatMap(DatafileKeyKind.key),
        sink: options.events?.host
      )
      growthBookKey = options.growthBookKey
      isMerged = options.name.map(LaunchDarklyFilesKind.matches) ?? false
      let time = options.time
      flagd = FlagdSettings(
        generation: options.fractional,
        timestamp: time.map { Int($0.seconds.rounded(.down)) }
      )
      unleash = UnleashSettings {
        time ?? Timestamp(seconds: Date().timeIntervalSince1970)
      }
    }
  }
}

/// The format of the FeatureFlags framework: a list of features in JSON, JSON5 or a property list.
enum FeaturesFormat: FileFormat {
  static let name = "features"
  static let meaning = "features in JSON, JSON5 or a property list"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat { .features }
}

/// The format of Optimizely datafiles.
enum OptimizelyFormat: FileFormat {
  static let name = "optimizely"
  static let meaning = "a datafile of Optimizely"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    .optimizely(options.datafile)
  }
}

/// The format of Firebase Remote Config templates.
enum RemoteConfigFormat: FileFormat {
  static let name = "remote-config"
  static let meaning = "a template of Firebase Remote Config"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    .remoteConfigTemplate
  }
}

/// The format of the responses of an Ascend server.
enum AscendFormat: FileFormat {
  static let name = "ascend"
  static let meaning = "a response of an Ascend server"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    options.experiments.map { .ascend($0) } ?? .ascend()
  }
}

/// The format of documents of flagd, in JSON or YAML.
enum FlagdFormat: FileFormat {
  static let name = "flagd"
  static let meaning = "a document of flagd, in JSON or YAML"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    .flagd(options.flagd)
  }
}

/// The format of the documents that Unleash sends to server SDKs.
enum UnleashFormat: FileFormat {
  static let name = "unleash"
  static let meaning = "the client features of Unleash"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    .unleash(options.unleash)
  }
}

/// The format of the documents that LaunchDarkly sends to server SDKs, and of their files.
enum LaunchDarklyFormat: FileFormat {
  static let name = "launchdarkly"
  static let meaning = "the flags of LaunchDarkly, as server SDKs and their files have them"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    options.isMerged ? .launchDarkly.withoutLines : .launchDarkly
  }
}

/// The format of the features that GrowthBook sends to SDKs.
enum GrowthBookFormat: FileFormat {
  static let name = "growthbook"
  static let meaning = "the features of GrowthBook, also with encrypted parts"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat {
    .growthBook(key: options.growthBookKey)
  }
}

/// The format of the bulk responses of an OFREP server.
enum OFREPFormat: FileFormat {
  static let name = "ofrep"
  static let meaning = "a bulk response of an OFREP server"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat { .ofrep }
}

/// The format of the manifests of the program `openfeature`.
enum ManifestFormat: FileFormat {
  static let name = "openfeature"
  static let meaning = "a manifest of OpenFeature, as `openfeature` reads and writes it"

  static func reader(_ options: FileFormats.Options) -> ConfigurationFormat { .manifest }
}
