import Connectivity
import FeatureFlags

/// Every option of every command.
enum Option: String, CaseIterable {
  case source, fallback, workspace, user, theme
  case readOnly = "read-only"
  case quiet
  case noColour = "no-color"
  case version, help
  case json, section, type, overridden, back, all, size, keys, output
  case watch, url, threshold, expect, timeout, poll, header, format, variable
  case attributes, segments, experiments, force, profile, option, trace, events
  case canonical
  case datafileURL = "datafile-url"
  case headerFile = "header-file"

  /// The options that every command has.
  static let common: [Option] = [
    .source, .fallback, .workspace, .user, .attributes, .segments, .profile, .canonical, .theme,
    .format, .poll, .timeout, .header, .headerFile, .datafileURL, .experiments, .readOnly, .quiet,
    .noColour,
    .version, .help,
  ]

  /// The option as it is typed.
  var flag: String { "--" + rawValue }

  /// The letter that stands for the option.
  var letter: Character? {
    switch self {
    case .source: "s"
    case .help: "h"
    case .version: "V"
    case .fallback, .workspace, .user, .theme, .readOnly, .quiet, .noColour, .json, .section, .type,
      .overridden, .back, .all, .size, .keys, .output, .watch, .url, .threshold, .expect, .timeout,
      .poll, .header, .format, .variable, .attributes, .segments, .experiments, .force, .profile,
      .option, .trace, .events, .canonical, .datafileURL, .headerFile:
      nil
    }
  }

  /// What the option's value is called in help; `nil` for one without a value.
  var value: String? {
    switch self {
    case .source: "SOURCE"
    case .fallback, .output, .experiments, .headerFile: "FILE"
    case .workspace, .theme, .section: "NAME"
    case .user: "KEY"
    case .type: "TYPE"
    case .size: "COLSxROWS"
    case .keys: "KEYS"
    case .url, .events: "URL"
    case .threshold: "PERCENT"
    case .expect: "TEXT"
    case .timeout, .poll: "TIME"
    case .header: "'NAME: VALUE'"
    case .format: "FORMAT"
    case .variable: "NAME[=VALUE]"
    case .attributes, .profile: "JSON"
    case .segments: "A,B"
    case .datafileURL: "TEMPLATE"
    case .force: "FLAG[:RULE]=VARIATION"
    case .option: "OPTION"
    case .readOnly, .quiet, .noColour, .version, .help, .json, .overridden, .back, .all, .watch,
      .trace, .canonical:
      nil
    }
  }

  var help: String {
    switch self {
    case .source: "Where the configuration is: a file, an address, or - for standard input."
    case .fallback: "A configuration that stands in, and adds what the source does not have."
    case .workspace: "The workspace that keeps overrides; otherwise named after the source."
    case .user: "The user: assignments are computed from this key instead of drawn."
    case .attributes: "What is known of the user, as a JSON object; for flag services."
    case .segments: "The segments that the user is in; for flag services."
    case .canonical: "Let false beat unknown in conditions of a datafile, wherever it stands."
    case .datafileURL: "Where the datafile of optimizely:KEY is; %@ stands for the key."
    case .experiments: "The experiments to ask an Ascend server for, with their defaults."
    case .force: "Force a variation upon a flag or one of its rules; may be repeated."
    case .profile: "The variations that the user's profile keeps, by experiment id; for datafiles."
    case .option: "A decide option, such as includeReasons; may be repeated."
    case .events: "Send the impressions of decisions there; otherwise none is sent."
    case .trace: "Show every rule that was looked at, and why."
    case .theme: "The colours: a name from 'halyard themes', or a file; otherwise the saved theme."
    case .readOnly: "Change nothing in the workspace."
    case .quiet: "Print errors only."
    case .noColour: "Use no colours; NO_COLOR does the same."
    case .version: "Show the version."
    case .help: "Show help."
    case .json: "Write JSON."
    case .section: "Only features of this section; may be repeated."
    case .type: "Only features of this type, one of \(TypeToken.all.joined(separator: ", "))."
    case .overridden: "Only features with an override."
    case .back: "Go to the variation before, not to the next."
    case .all: "Every feature."
    case .size: "The size of the screen; the default is \(Self.screenSize)."
    case .keys: "The keys to press first, such as \"j j space\"."
    case .output: "The file to write: .svg, .ansi or .txt; - or -.svg is standard output."
    case .watch: "Go on, with a line for each change."
    case .url: "An address to probe instead of \(Self.probeHosts); may be repeated."
    case .threshold: "The percentage of probes that must succeed, 0 to 100; the default is 50."
    case .expect: "The text that the response to a probe must contain; the default is Success."
    case .poll:
      """
      The time between two polls of a server, \(Defaults.pollInterval.optionText) by default; a file \
      is read when it changes.
      """
    case .format: "The format of the source, otherwise known by its content: \(Self.formats)."
    case .variable: "A variable to set, or with 'reset' to give back; may be repeated."
    case .header: "A header to send to a server; may be repeated. For secrets use --header-file."
    case .headerFile:
      "A file of headers, one per line, as in HALYARD_HEADERS; other users can see arguments."
    case .timeout: "How long to wait for an answer, such as 500ms, 5s or 2m."
    }
  }

  private static var probeHosts: String {
    ConnectivityConfiguration.defaultHosts.joined(separator: " and ")
  }

  private static var screenSize: String {
    "\(Defaults.screenSize.columns)x\(Defaults.screenSize.rows)"
  }

  private static var formats: String {
    FileFormats.names.joined(separator: ", ")
  }

  /// The option with its letter and its value, as help lists it.
  var synopsis: String {
    (letter.map { "-\($0), " } ?? "") + flag + (value.map { " " + $0 } ?? "")
  }
}
