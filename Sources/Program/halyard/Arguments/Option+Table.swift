import Connectivity
import FeatureFlags
import Text

/// The options of the program, besides those of the flag systems; ``Option/own`` lists them.
extension Option {
  static let source = Option(
    "source",
    Row(
      letter: "s",
      value: "SOURCE",
      completion: .files,
      "The source: a file, a URL, a name of a flag service, or - for standard input."
    )
  )
  static let fallback = Option(
    "fallback",
    .file(
      "A configuration to use if the source cannot be read; it also adds features that the source lacks."
    )
  )
  static let workspace = Option(
    "workspace",
    Row(
      value: "NAME",
      completion: .workspaces,
      "The workspace that stores overrides; named after the source by default."
    )
  )
  static let user = Option(
    "user",
    Row(
      value: "KEY",
      "The key of the user, which determines the variations of tests; without it they are random."
    )
  )
  static let theme = Option(
    "theme",
    Row(
      value: "NAME",
      completion: .themes,
      "The theme: a name from 'halyard themes', or a file; the saved theme by default."
    )
  )
  static let readOnly = Option(
    "read-only",
    Row("Change nothing in the workspace.")
  )
  static let quiet = Option(
    "quiet",
    Row("Print errors only.")
  )
  static let noColour = Option(
    "no-color",
    Row("Disable colours; NO_COLOR does the same.")
  )
  static let version = Option(
    "version",
    Row(letter: "V", "Show the version.")
  )
  static let help = Option(
    "help",
    Row(letter: "h", "Show help.")
  )
  static let json = Option(
    "json",
    Row("Write JSON.")
  )
  static let section = Option(
    "section",
    Row(
      value: "NAME",
      completion: .sections,
      "List only features of sections whose title contains this text; may be repeated."
    )
  )
  static let type = Option(
    "type",
    Row(
      value: "TYPE",
      completion: .words(FeatureKind.allTokens),
      "List only features of this type, one of \(FeatureKind.allTokens.joined(separator: ", "))."
    )
  )
  static let overridden = Option(
    "overridden",
    Row("List only features with an override.")
  )
  static let back = Option(
    "back",
    Row("Select the previous variation instead of the next one.")
  )
  static let all = Option(
    "all",
    Row("Apply the command to all features.")
  )
  static let size = Option(
    "size",
    Row(value: "COLSxROWS", "The size of the screen; the default is \(Self.screenSize).")
  )
  static let keys = Option(
    "keys",
    Row(value: "KEYS", "The key presses to simulate before rendering, such as \"j j space\".")
  )
  static let script = Option(
    "script",
    .file(
      """
      A file with a step on each line, for an animation: "press j j space", "type cart", "wait 1.5s", \
      "caption TEXT", or "request FEATURE", which shows the response of a server to an app.
      """
    )
  )
  static let output = Option(
    "output",
    .file(
      """
      The file to write; the extension .svg, .cast (asciinema), .ansi or .txt selects the format. - writes \
      text to standard output, and -.svg writes SVG.
      """
    )
  )
  static let watch = Option(
    "watch",
    Row("Check repeatedly, and print a line for each change of the result.")
  )
  static let url = Option(
    "url",
    Row(value: "URL", "A URL to probe instead of \(Self.probeHosts); may be repeated.")
  )
  static let threshold = Option(
    "threshold",
    Row(
      value: "PERCENT",
      "The percentage of probes that must succeed, 0 to 100; the default is 50."
    )
  )
  static let expect = Option(
    "expect",
    Row(
      value: "TEXT",
      """
      The text that the response to a probe must contain; the default is Success, and "" expects an \
      empty response.
      """
    )
  )
  static let timeout = Option(
    "timeout",
    Row(
      value: "TIME",
      """
      The longest time to wait for a response, such as 500ms, 5s or 2m. The default is \
      \(Defaults.requestTimeout.optionText) for a configuration, \
      \(Defaults.eventTimeout.optionText) for events and \
      \(ConnectivitySettings().timeout.optionText) for a probe.
      """
    )
  )
  static let poll = Option(
    "poll",
    Row(
      value: "TIME",
      """
      The time between two polls of a server, \(Defaults.pollInterval.optionText) by default; a file \
      is read when it changes.
      """
    )
  )
  static let header = Option(
    "header",
    Row(
      value: "'NAME: VALUE'",
      "A header to send to a server; may be repeated. For secrets use --header-file."
    )
  )
  static var format: Option {
    Option(
      "format",
      Row(
        value: "FORMAT",
        completion: .words(FileFormats.names),
        "The format of the source: \(Self.formats); detected from the content by default."
      )
    )
  }
  static let variable = Option(
    "variable",
    Row(
      value: "VARIABLE[=VALUE]",
      completion: .variables,
      "A variable of the feature; may be repeated."
    )
  )
  static let attributes = Option(
    "attributes",
    Row(value: "JSON", "The attributes of the user, as a JSON object; for flag services.")
  )
  static let segments = Option(
    "segments",
    Row(
      value: "A,B",
      "The segments of the user for flag services, separated by commas; \"\" means no segment."
    )
  )
  static let force = Option(
    "force",
    Row("Overwrite what a colleague has changed in the meantime; for a team.")
  )
  static let profile = Option(
    "profile",
    Row(
      value: "JSON",
      "The stored (sticky) variations of the user, as JSON by experiment id; for datafiles."
    )
  )
  static let option = Option(
    "option",
    Row(value: "OPTION", "A decide option, such as includeReasons; may be repeated.")
  )
  static let trace = Option(
    "trace",
    Row("Show every rule that was evaluated, and its reason.")
  )
  static let events = Option(
    "events",
    Row(value: "URL", "Send the impressions of decisions to this URL; none are sent without it.")
  )
  static let headerFile = Option(
    "header-file",
    .file(
      """
      A file of headers, one per line; unlike arguments, the file can be hidden from other users. \
      The environment variable HALYARD_HEADERS has the same format.
      """
    )
  )
  static let log = Option(
    "log",
    .file("Log each event, effect, request and disk write to this file, for bug reports.")
  )
  static let config = Option(
    "config",
    Row("Check the settings file instead of a configuration.")
  )
  static let serve = Option(
    "serve",
    Row(
      value: "HOST:PORT",
      isValueOptional: true,
      "Serve the features to apps too; at \(Defaults.listenAddress) without HOST:PORT. See 'help serve'."
    )
  )
  static let listen = Option(
    "listen",
    Row(
      value: "HOST:PORT",
      "The address of the server, \(Defaults.listenAddress) by default; port 0 is any free port."
    )
  )
  static let tokenFile = Option(
    "token-file",
    .file(
      "A file with the token that clients have to send: a line of at least 8 visible ASCII characters."
    )
  )
  static let noToken = Option(
    "no-token",
    Row("Let clients connect without a token, even at an address that other machines can reach.")
  )
  static let tlsCertificate = Option(
    "tls-certificate",
    .file("A file with the certificate of the server in PEM form, for HTTPS.")
  )
  static let tlsKey = Option(
    "tls-key",
    .file("A file with the private key of the certificate in PEM form.")
  )
  static let allowOrigin = Option(
    "allow-origin",
    Row(
      value: "ORIGIN",
      """
      An origin whose web pages may use the server, such as https://shop.test, or * for all; may be \
      repeated. Pages of this machine are always allowed.
      """
    )
  )
  static let allowHost = Option(
    "allow-host",
    Row(
      value: "NAME",
      """
      A host name by which clients reach a server without a token, besides localhost and IP \
      addresses; may be repeated.
      """
    )
  )
  static let caFile = Option(
    "ca-file",
    .file(
      """
      A PEM file with the trusted certificate authorities of servers; the environment variables CURL_CA_BUNDLE \
      and SSL_CERT_FILE name it, too.
      """
    )
  )
  static let clientCertificate = Option(
    "client-certificate",
    .file("A PEM file with the certificate by which the program identifies itself to servers.")
  )
  static let clientKey = Option(
    "client-key",
    .file("A PEM file with the key of the client certificate, unless that file has the key.")
  )
  static let proxy = Option(
    "proxy",
    Row(
      value: "URL",
      """
      The proxy of all requests, such as http://proxy.example.test:3128, or "" for none; by default that of \
      http_proxy and https_proxy. Hosts of no_proxy are requested without it.
      """
    )
  )
  static let byNote = Option(
    "by-note",
    Row("With --overridden: list the overrides by their notes, with author, users, age and end.")
  )
  static let operation = Option(
    "operation",
    Row(
      value: "ID",
      """
      Undo the operation with this identifier, or its start, instead of the last one; 'history --json' has the \
      identifiers. No later operation may have changed the same overrides.
      """
    )
  )
  static let forward = Option(
    "forward",
    Row(
      value: "URL",
      """
      The host of the flag system, which gets the requests for all paths that the server lacks, and the \
      events that the server counts; without it, they go nowhere.
      """
    )
  )
  static let run = Option(
    "run",
    Row(
      """
      Test the app with the command after --, instead of asking you: exit code 0 is good, 125 skips \
      the step, any other is bad.
      """
    )
  )
  static let restore = Option(
    "restore",
    Row("Restore the overrides of an interrupted bisection.")
  )
  static let dryRun = Option(
    "dry-run",
    Row("Print what would change, and change no override.")
  )
  static let description = Option(
    "description",
    Row(value: "TEXT", "The description of the preset.")
  )
  static let file = Option(
    "file",
    .file("Use this preset file instead of a saved preset.")
  )
  static let replace = Option(
    "replace",
    Row("Replace an existing preset or file.")
  )
  static let connectivity = Option(
    "connectivity",
    Row("Check the Internet connectivity too, which requests public hosts or --url.")
  )
  static let users = Option(
    "users",
    Row(
      value: "NUMBER",
      "The number of users to simulate; the default is \(Defaults.simulatedUsers)."
    )
  )
  static let seed = Option(
    "seed",
    Row(
      value: "NUMBER",
      "The seed of the random user keys: the same seed gives the same users; the default is 1."
    )
  )
  static let attributesFile = Option(
    "attributes-file",
    .file(
      """
      A file with users to simulate in turn: on each line a JSON object with attributes, and \
      optionally the "key".
      """
    )
  )
  static let lifetime = Option(
    "for",
    Row(
      value: "TIME",
      """
      Let the override expire after this time, such as 30m, 2h or 1d. Without --for, --until and \
      --session an existing expiry is unchanged; after 'reset' a new override has none.
      """
    )
  )
  static let until = Option(
    "until",
    Row(
      value: "TIME",
      "Let the override expire at a time: 17:30, a date, or both; a time that has passed means tomorrow."
    )
  )
  static let session = Option(
    "session",
    Row("Let the override expire when the shell of this terminal exits.")
  )
  static let sort = Option(
    "sort",
    Row(
      value: "ORDER",
      completion: .words(SortOrder.allCases.map(\.rawValue)),
      "The order of the list: \(SortOrder.names); section by default."
    )
  )
  static let tsv = Option(
    "tsv",
    Row("Write values separated by tabs, with a header line.")
  )
  static let feature = Option(
    "feature",
    Row(
      value: "NAME",
      completion: .features,
      "Print only changes of this feature or glob; may be repeated."
    )
  )
  static let since = Option(
    "since",
    Row(
      value: "TIME",
      """
      Only changes since a time: 2h (ago), 17:30, a date, or both; a clock time later \
      than now means yesterday.
      """
    )
  )
  static let ascii = Option(
    "ascii",
    Row(
      """
      Draw with ASCII characters only; the dashboard does so by itself on the Linux console and \
      without a UTF-8 locale.
      """
    )
  )
  static let plain = Option(
    "plain",
    Row(
      "Show lines of text instead of a full screen, for screen readers; HALYARD_PLAIN=1 does the same."
    )
  )
  static let noMouse = Option(
    "no-mouse",
    Row(
      "Begin with a released mouse, so that the terminal selects text; the key K takes it."
    )
  )
  static let team = Option(
    "team",
    Row(
      value: "ADDRESS",
      """
      Share the overrides of a team in etcd, such as etcd://build-1/qa, or etcds:// with TLS; \
      HALYARD_TEAM does the same, and "none" uses those of the workspace.
      """
    )
  )
  static let reason = Option(
    "reason",
    Row(value: "TEXT", "The reason for the lock, which others see.")
  )
  static let note = Option(
    "note",
    Row(
      value: "TEXT",
      """
      A note of the override, such as the key of a test case; "" removes it, and without the option \
      an existing note is unchanged.
      """
    )
  )
  static let only = Option(
    "only",
    Row(
      value: "SCOPE",
      """
      Change the override for some users only: ana for the user with this key, org:acme for a key of \
      another kind of context, country=es for the users with this value of an attribute; a key \
      with an equals sign is written in quotation marks, as in JSON.
      """
    )
  )
  static let by = Option(
    "by",
    Row(
      value: "USER",
      "Reset only overrides by this user, such as ana@build-7, or ana on any machine."
    )
  )
  static let csv = Option(
    "csv",
    Row("Write values separated by commas, with a header line, for a spreadsheet.")
  )
  static let summary = Option(
    "summary",
    .file("Write the users of each test by variation to this file at the end, as JSON.")
  )
  static let code = Option(
    "code",
    Row(
      value: "FOLDER",
      completion: .files,
      """
      A folder or a file with source code; may be repeated. The setting "code" has the folders for 'usages' \
      and the dashboard.
      """
    )
  )
  static let manifest = Option(
    "manifest",
    Row("Write the manifest of OpenFeature: the key, type and default value of each feature.")
  )
  static let preset = Option(
    "preset",
    Row(
      value: "PRESET",
      completion: .presets,
      """
      Apply a preset, by its name, file or URL, until the command ends; nothing is saved, and no other \
      program sees it.
      """
    )
  )
  static let isolated = Option(
    "isolated",
    Row(
      """
      Ignore the workspace and the team: start without overrides, and write no file. Parallel runs \
      then have states of their own.
      """
    )
  )
  static let asked = Option(
    "asked",
    .file("Check what clients asked for and got, by the file of --summary of 'serve' or 'run'.")
  )
  static let filesOnly = Option(
    "files-only",
    Row(letter: "l", "Print only the paths of the files.")
  )
  static let readyFile = Option(
    "ready-file",
    .file(
      """
      Write the URL of the server to this file, as JSON, once clients can connect; a file is removed at \
      the end, and a pipe, a device or a link stays.
      """
    )
  )
  static let expectStatus = Option(
    "expect-status",
    Row(
      value: "STATUS",
      """
      The status of the response to a probe, such as 204 for a page named generate_204; without --expect, \
      any body is expected.
      """
    )
  )
  static let allow = Option(
    "allow",
    Row(
      value: "TOOL,TOOL",
      """
      The tools that are offered, or all; by default all except run_with_preset, which runs programs. May be \
      repeated.
      """
    )
  )

  private static let probeHosts = ConnectivityConfiguration.defaultHosts.enumeration(with: "and")

  private static let screenSize = "\(Defaults.screenSize.columns)x\(Defaults.screenSize.rows)"

  /// The names of the file formats as an enumeration, such as `a, b or c`.
  private static let formats = FileFormats.names.enumeration(with: "or")
}
