import Connectivity
import FeatureFlags
import Flagd

extension Option {
  /// The row of the option; a new option does not compile without one.
  var row: Row {
    switch self {
    case .source:
      Row(
        letter: "s",
        value: "SOURCE",
        completion: .files,
        "The source: a file, a URL, optimizely:SDK_KEY, or - for standard input."
      )
    case .fallback:
      .file(
        "A configuration to use if the source cannot be read; it also adds features that the source lacks."
      )
    case .workspace:
      Row(
        value: "NAME",
        completion: .workspaces,
        "The workspace that stores overrides; named after the source by default."
      )
    case .user:
      Row(
        value: "KEY",
        "The key of the user, which determines the variations of tests; without it they are random."
      )
    case .theme:
      Row(
        value: "NAME",
        completion: .themes,
        "The theme: a name from 'halyard themes', or a file; the saved theme by default."
      )
    case .readOnly: Row("Change nothing in the workspace.")
    case .quiet: Row("Print errors only.")
    case .noColour: Row("Disable colours; NO_COLOR does the same.")
    case .version: Row(letter: "V", "Show the version.")
    case .help: Row(letter: "h", "Show help.")
    case .json: Row("Write JSON.")
    case .section:
      Row(
        value: "NAME",
        completion: .sections,
        "List only features of sections whose title contains this text; may be repeated."
      )
    case .type:
      Row(
        value: "TYPE",
        completion: .words(FeatureKind.allTokens),
        "List only features of this type, one of \(FeatureKind.allTokens.joined(separator: ", "))."
      )
    case .overridden: Row("List only features with an override.")
    case .back: Row("Select the previous variation instead of the next one.")
    case .all: Row("Apply the command to all features.")
    case .size:
      Row(value: "COLSxROWS", "The size of the screen; the default is \(Self.screenSize).")
    case .keys:
      Row(value: "KEYS", "The key presses to simulate before rendering, such as \"j j space\".")
    case .script:
      .file(
        """
        A file with a step on each line, for an animation: "press j j space", "type cart", "wait 1.5s", \
        "caption TEXT", or "request FEATURE", which shows the response of a server to an app.
        """
      )
    case .output:
      .file(
        """
        The file to write; the extension .svg, .cast (asciinema), .ansi or .txt selects the format. - writes \
        text to standard output, and -.svg writes SVG.
        """
      )
    case .watch: Row("Check repeatedly, and print a line for each change of the result.")
    case .url: Row(value: "URL", "A URL to probe instead of \(Self.probeHosts); may be repeated.")
    case .threshold:
      Row(
        value: "PERCENT",
        "The percentage of probes that must succeed, 0 to 100; the default is 50."
      )
    case .expect:
      Row(
        value: "TEXT",
        """
        The text that the response to a probe must contain; the default is Success, and "" expects an \
        empty response.
        """
      )
    case .expectStatus:
      Row(
        value: "STATUS",
        """
        The status of the response to a probe, such as 204 for a page named generate_204; without --expect, \
        any body is expected.
        """
      )
    case .timeout:
      Row(
        value: "TIME",
        """
        The longest time to wait for a response, such as 500ms, 5s or 2m. The default is \
        \(Defaults.requestTimeout.optionText) for a configuration, \
        \(Defaults.eventTimeout.optionText) for events and \
        \(ConnectivitySettings().timeout.optionText) for a probe.
        """
      )
    case .poll:
      Row(
        value: "TIME",
        """
        The time between two polls of a server, \(Defaults.pollInterval.optionText) by default; a file \
        is read when it changes.
        """
      )
    case .header:
      Row(
        value: "'NAME: VALUE'",
        "A header to send to a server; may be repeated. For secrets use --header-file."
      )
    case .format:
      Row(
        value: "FORMAT",
        completion: .words(FileFormats.names),
        "The format of the source: \(Self.formats); detected from the content by default."
      )
    case .variable:
      Row(
        value: "VARIABLE[=VALUE]",
        completion: .variables,
        "A variable of the feature; may be repeated."
      )
    case .attributes:
      Row(value: "JSON", "The attributes of the user, as a JSON object; for flag services.")
    case .segments:
      Row(
        value: "A,B",
        "The segments of the user for flag services, separated by commas; \"\" means no segment."
      )
    case .experiments:
      .file(
        "A file with the experiments to request from an Ascend server, and their default variables."
      )
    case .force: Row("Overwrite what a colleague has changed in the meantime; for a team.")
    case .profile:
      Row(
        value: "JSON",
        "The stored (sticky) variations of the user, as JSON by experiment id; for datafiles."
      )
    case .option: Row(value: "OPTION", "A decide option, such as includeReasons; may be repeated.")
    case .trace: Row("Show every rule that was evaluated, and its reason.")
    case .events:
      Row(value: "URL", "Send the impressions of decisions to this URL; none are sent without it.")
    case .canonical:
      Row(
        """
        Evaluate 'and' conditions of a datafile regardless of operand order: false takes precedence \
        over unknown.
        """
      )
    case .fractional:
      Row(
        value: "GENERATION",
        completion: .words(FractionalGeneration.allCases.map(\.rawValue)),
        """
        The algorithm of 'fractional' in flagd: v1 up to flagd 0.14, v2 up to 0.16, or v3 as planned for \
        1.0; v2 by default.
        """
      )
    case .time:
      Row(
        value: "TIME",
        """
        The time at which flagd and Unleash evaluate flags, such as 2026-12-24T18:00:00Z; the current time \
        by default.
        """
      )
    case .datafileURL:
      Row(
        value: "TEMPLATE",
        "The URL template for a source optimizely:SDK_KEY; %@ is replaced by the SDK key."
      )
    case .headerFile:
      .file(
        """
        A file of headers, one per line; unlike arguments, the file can be hidden from other users. \
        The environment variable HALYARD_HEADERS has the same format.
        """
      )
    case .growthBookKeyFile:
      .file(
        """
        A file with the decryption key of a GrowthBook connection, in base64; the environment variable \
        HALYARD_GROWTHBOOK_KEY has it, too.
        """
      )
    case .log:
      .file("Log each event, effect, request and disk write to this file, for bug reports.")
    case .config: Row("Check the settings file instead of a configuration.")
    case .serve:
      Row(
        value: "HOST:PORT",
        isValueOptional: true,
        "Serve the features to apps too; at \(Defaults.listenAddress) without HOST:PORT. See 'help serve'."
      )
    case .listen:
      Row(
        value: "HOST:PORT",
        "The address of the server, \(Defaults.listenAddress) by default; port 0 is any free port."
      )
    case .tokenFile:
      .file(
        "A file with the token that clients have to send: a line of at least 8 visible ASCII characters."
      )
    case .summary:
      .file("Write the users of each test by variation to this file at the end, as JSON.")
    case .noToken:
      Row("Let clients connect without a token, even at an address that other machines can reach.")
    case .tlsCertificate: .file("A file with the certificate of the server in PEM form, for HTTPS.")
    case .tlsKey: .file("A file with the private key of the certificate in PEM form.")
    case .allowOrigin:
      Row(
        value: "ORIGIN",
        """
        An origin whose web pages may use the server, such as https://shop.test, or * for all; may be \
        repeated. Pages of this machine are always allowed.
        """
      )
    case .allowHost:
      Row(
        value: "NAME",
        """
        A host name by which clients reach a server without a token, besides localhost and IP \
        addresses; may be repeated.
        """
      )
    case .run:
      Row(
        """
        Test the app with the command after --, instead of asking you: exit code 0 is good, 125 skips \
        the step, any other is bad.
        """
      )
    case .restore: Row("Restore the overrides of an interrupted bisection.")
    case .dryRun: Row("Print what would change, and change no override.")
    case .description: Row(value: "TEXT", "The description of the preset.")
    case .file: .file("Use this preset file instead of a saved preset.")
    case .replace: Row("Replace an existing preset or file.")
    case .connectivity:
      Row("Check the Internet connectivity too, which requests public hosts or --url.")
    case .users:
      Row(
        value: "NUMBER",
        "The number of users to simulate; the default is \(Defaults.simulatedUsers)."
      )
    case .seed:
      Row(
        value: "NUMBER",
        "The seed of the random user keys: the same seed gives the same users; the default is 1."
      )
    case .attributesFile:
      .file(
        """
        A file with users to simulate in turn: on each line a JSON object with attributes, and \
        optionally the "key".
        """
      )
    case .lifetime:
      Row(
        value: "TIME",
        """
        Let the override expire after this time, such as 30m, 2h or 1d. Without --for, --until and \
        --session an existing expiry is unchanged; after 'reset' a new override has none.
        """
      )
    case .until:
      Row(
        value: "TIME",
        "Let the override expire at a time: 17:30, a date, or both; a time that has passed means tomorrow."
      )
    case .session: Row("Let the override expire when the shell of this terminal exits.")
    case .sort:
      Row(
        value: "ORDER",
        completion: .words(SortOrder.allCases.map(\.rawValue)),
        "The order of the list: \(SortOrder.names); section by default."
      )
    case .tsv: Row("Write values separated by tabs, with a header line.")
    case .feature:
      Row(
        value: "NAME",
        completion: .features,
        "Print only changes of this feature or glob; may be repeated."
      )
    case .since:
      Row(
        value: "TIME",
        """
        Only changes since a time: 2h (ago), 17:30, a date, or both; a clock time later \
        than now means yesterday.
        """
      )
    case .ascii:
      Row(
        """
        Draw with ASCII characters only; the dashboard does so by itself on the Linux console and \
        without a UTF-8 locale.
        """
      )
    case .plain:
      Row(
        "Show lines of text instead of a full screen, for screen readers; HALYARD_PLAIN=1 does the same."
      )
    case .noMouse:
      Row(
        "Ignore the mouse, so that the terminal can select text; with the mouse, Shift selects text."
      )
    case .team:
      Row(
        value: "ADDRESS",
        """
        Share the overrides of a team in etcd, such as etcd://build-1/qa, or etcds:// with TLS; \
        HALYARD_TEAM does the same, and "none" uses those of the workspace.
        """
      )
    case .reason: Row(value: "TEXT", "The reason for the lock, which others see.")
    case .note:
      Row(
        value: "TEXT",
        """
        A note of the override, such as the key of a test case; "" removes it, and without the option \
        an existing note is unchanged.
        """
      )
    case .by:
      Row(
        value: "USER",
        "Reset only overrides by this user, such as ana@build-7, or ana on any machine."
      )
    case .csv: Row("Write values separated by commas, with a header line, for a spreadsheet.")
    case .code:
      Row(
        value: "FOLDER",
        completion: .files,
        """
        A folder or a file with source code; may be repeated. The setting "code" has the folders for 'usages' \
        and the dashboard.
        """
      )
    case .filesOnly: Row(letter: "l", "Print only the paths of the files.")
    case .preset:
      Row(
        value: "PRESET",
        completion: .presets,
        """
        Apply a preset, by its name, file or URL, until the command ends; nothing is saved, and no other \
        program sees it.
        """
      )
    case .isolated:
      Row(
        """
        Ignore the workspace and the team: start without overrides, and write no file. Parallel runs \
        then have states of their own.
        """
      )
    case .readyFile:
      .file(
        """
        Write the URL of the server to this file, as JSON, once clients can connect; a file is removed at \
        the end, and a pipe, a device or a link stays.
        """
      )
    case .asked:
      .file("Check what clients asked for and got, by the file of --summary of 'serve' or 'run'.")
    case .manifest:
      Row("Write the manifest of OpenFeature: the key, type and default value of each feature.")
    }
  }

  private static let probeHosts = ConnectivityConfiguration.defaultHosts.joined(separator: " and ")

  private static let screenSize = "\(Defaults.screenSize.columns)x\(Defaults.screenSize.rows)"

  /// The names of the file formats as an enumeration, such as `a, b or c`.
  private static var formats: String {
    let names = FileFormats.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
