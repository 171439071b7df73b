import FeatureFlags
import FlagSystem

/// The formats of all flag systems, for the help, `--format` and the detection of the format.
enum FileFormats {
  /// Every format, in the order of the help; the first one is the fallback for a document that matches
  /// no other.
  static var all: [FlagSystemFormat] { FlagSystems.all.flatMap(\.formats) }

  /// The names of the formats, in the order of the help.
  static var names: [String] { all.map(\.name) }

  /// The format with a name; `nil` for an unknown name.
  static func named(_ name: String) -> FlagSystemFormat? { all.first { $0.name == name } }

  /// The parsers of all formats, in the order in which they are tried.
  static func readers(_ settings: SystemSettings) -> [ConfigurationFormat] {
    (all.dropFirst() + all.prefix(1)).map { $0.reader(settings) }
  }

  /// The formats for the detection: those with parsers, and before the last of them those of unsupported
  /// products.
  static func candidates(_ settings: SystemSettings) -> [ConfigurationFormat] {
    let readers = readers(settings)
    return Array(readers.dropLast()) + UnsupportedDocuments.formats + readers.suffix(1)
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
    options.selectedReader
      ?? FormatDetection(candidates(options.formatSettings)).format(of: bytes)
  }
}

extension SourceOptions {
  /// The settings of the systems for a document of the source.
  var formatSettings: SystemSettings {
    var settings = settings
    (settings.sourceName, settings.impressionHost) = (name, events?.host)
    return settings
  }

  /// The parser of the format that `--format` or the name of the source selects; `nil` if the content
  /// determines the format.
  var selectedReader: ConfigurationFormat? {
    let named = name.flatMap { SourceKinds.kind(of: $0).format }.flatMap(FileFormats.named)
    return (format ?? named)?.reader(formatSettings)
  }
}
