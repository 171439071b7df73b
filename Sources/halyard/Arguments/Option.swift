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
  case log

  /// The options of every command.
  static let common: [Option] = [
    .source, .fallback, .workspace, .user, .attributes, .segments, .profile, .canonical, .theme,
    .format, .poll, .timeout, .header, .headerFile, .datafileURL, .experiments, .readOnly, .quiet,
    .log, .noColour, .version, .help,
  ]

  /// The option as it is typed.
  var flag: String { "--" + rawValue }

  /// The short form of the option; `nil` if it has none.
  var letter: Character? {
    switch self {
    case .source: "s"
    case .help: "h"
    case .version: "V"
    case .fallback, .workspace, .user, .theme, .readOnly, .quiet, .noColour, .json, .section, .type,
      .overridden, .back, .all, .size, .keys, .output, .watch, .url, .threshold, .expect, .timeout,
      .poll, .header, .format, .variable, .attributes, .segments, .experiments, .force, .profile,
      .option, .trace, .events, .canonical, .datafileURL, .headerFile, .log:
      nil
    }
  }

  /// The name of the option's value in help; `nil` for an option without a value.
  var value: String? {
    switch self {
    case .source: "SOURCE"
    case .fallback, .output, .experiments, .headerFile, .log: "FILE"
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

  /// What the option does, as help explains it.
  var help: String {
    switch self {
    case .source: "The source: a file, a URL, or - for standard input."
    case .fallback:
      "A configuration to use if the source cannot be read; also adds missing features."
    case .workspace: "The workspace that stores overrides; named after the source by default."
    case .user: "The user key; assignments are computed from it instead of drawn at random."
    case .attributes: "The attributes of the user, as a JSON object; for flag services."
    case .segments: "The segments of the user; for flag services."
    case .canonical:
      "In conditions of a datafile, let false take precedence over unknown in any order."
    case .datafileURL: "The URL of the datafile of optimizely:KEY; %@ is replaced by the key."
    case .experiments:
      "A file of the experiments to request from an Ascend server, with default variables."
    case .force: "Force a variation of a flag or of one of its rules; may be repeated."
    case .profile: "The sticky variations of the user's profile, by experiment id; for datafiles."
    case .option: "A decide option, such as includeReasons; may be repeated."
    case .events: "Send the impressions of decisions to this URL; none are sent without it."
    case .trace: "Show every rule that was evaluated, and its reason."
    case .theme: "The theme: a name from 'halyard themes', or a file; the saved theme by default."
    case .readOnly: "Change nothing in the workspace."
    case .quiet: "Print errors only."
    case .log: "Append a line for each event, effect, request and write to a file, for reports."
    case .noColour: "Disable colours; NO_COLOR does the same."
    case .version: "Show the version."
    case .help: "Show help."
    case .json: "Write JSON."
    case .section: "Only features of this section; may be repeated."
    case .type: "Only features of this type, one of \(FeatureType.tokens.joined(separator: ", "))."
    case .overridden: "Only features with an override."
    case .back: "Select the previous variation instead of the next one."
    case .all: "Every feature."
    case .size: "The size of the screen; the default is \(Self.screenSize)."
    case .keys: "The keys to press first, such as \"j j space\"."
    case .output: "The file to write: .svg, .ansi or .txt; - or -.svg is standard output."
    case .watch: "Continue, and print a line for each change."
    case .url: "A URL to probe instead of \(Self.probeHosts); may be repeated."
    case .threshold: "The percentage of probes that must succeed, 0 to 100; the default is 50."
    case .expect: "The text that the response to a probe must contain; the default is Success."
    case .poll:
      """
      The time between two polls of a server, \(Defaults.pollInterval.optionText) by default; a file \
      is read when it changes.
      """
    case .format: "The format of the source; detected from its content by default: \(Self.formats)."
    case .variable: "A variable to set, or to clear with 'reset'; may be repeated."
    case .header: "A header to send to a server; may be repeated. For secrets use --header-file."
    case .headerFile:
      "A file of headers, one per line, as in HALYARD_HEADERS; other users can see arguments."
    case .timeout: "The longest time to wait for a response, such as 500ms, 5s or 2m."
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
