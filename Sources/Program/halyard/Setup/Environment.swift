import Glibc

import struct FoundationEssentials.Date

/// The environment of the program: variables, working folder and terminal, read once at the start.
struct Environment: Sendable {
  private let values: [String: String]
  let workingFolder: String
  /// The width of the terminal in cells; `nil` if standard output is not a terminal.
  let outputColumns: Int?

  /// Reads the environment of this process with the given variables.
  ///
  /// - Parameters:
  ///   - values: The variables.
  ///   - workingFolder: The working folder; `nil` for that of this process.
  /// - Returns: The environment.
  static func current(_ values: [String: String], workingFolder: String? = nil) -> Environment {
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return Environment(
      values: values,
      workingFolder: workingFolder ?? folder.map { String(cString: $0) } ?? "/",
      outputColumns: columns(values)
    )
  }

  /// The width that the terminal reports, or else the value of `COLUMNS`, or else 80.
  private static func columns(_ values: [String: String]) -> Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 {
      return Int(window.ws_col)
    }
    return values["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// The value of a variable; `nil` if it is not set or empty.
  subscript(name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether standard output is a terminal.
  var isOutputTerminal: Bool { outputColumns != nil }

  /// The variable that determines the locale, with its value; `nil` if none is set.
  var locale: (variable: String, value: String)? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in self[name].map { (name, $0) } }.first
  }

  /// Whether the character encoding of the locale is UTF-8.
  var isUTF8: Bool {
    let locale = locale?.value.lowercased() ?? ""
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Whether the terminal is the Linux console, whose font has few characters besides ASCII.
  var isLinuxConsole: Bool { self["TERM"]?.hasPrefix("linux") == true }

  /// Whether the terminal shows only ASCII characters reliably: without a UTF-8 locale, and on the
  /// Linux console.
  var isASCIITerminal: Bool { !isUTF8 || isLinuxConsole }

  /// Whether standard output is a terminal with a screen, not a pipe, a file or a dumb terminal.
  var hasScreen: Bool { isOutputTerminal && self["TERM"] != "dumb" }

  /// Whether `HALYARD_NO_MOTION` has a value other than 0, so that nothing on the screen moves by
  /// itself.
  var hasReducedMotion: Bool { (self["HALYARD_NO_MOTION"] ?? "0") != "0" }

  private var home: String {
    self["HOME"] ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
  }

  /// The folder of the workspaces' overrides and assignments.
  var stateRoot: String {
    self["HALYARD_HOME"]
      ?? (self["XDG_STATE_HOME"] ?? home + "/.local/state") + "/halyard"
  }

  /// The folder of the workspaces' last known good configurations.
  var cacheRoot: String {
    self["HALYARD_HOME"].map { $0 + "/cache" }
      ?? (self["XDG_CACHE_HOME"] ?? home + "/.cache") + "/halyard"
  }

  /// The folder of the user's settings and themes.
  var settingsFolder: String {
    self["HALYARD_HOME"] ?? (self["XDG_CONFIG_HOME"] ?? home + "/.config") + "/halyard"
  }

  /// The words of the user's editor command, from the settings, `VISUAL` or `EDITOR`; otherwise `vi`.
  func editor(_ settings: Settings) -> [String] {
    let commands = [self["VISUAL"], self["EDITOR"]].compactMap(\.self)
    // Skips a command with unbalanced quotes, which names no program.
    let words = commands.lazy.compactMap(CommandWords.split).first { $0.first?.isEmpty == false }
    return settings.editor ?? words ?? ["vi"]
  }

  /// The author of overrides that this program sets, from `HALYARD_AUTHOR`, or else as `user@host`.
  ///
  /// The user comes from `USER` or `LOGNAME`, or else is the name of the account; `nil` if the account
  /// has no name either.
  var author: String? {
    if let author = self["HALYARD_AUTHOR"] { return author }
    let account = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }
    guard let user = self["USER"] ?? self["LOGNAME"] ?? account else { return nil }
    return user + (Self.hostName.map { "@" + $0 } ?? "")
  }

  /// The name of this machine; `nil` if it has none.
  static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? nil : host
  }

  /// The date that reproducible output shows as the current date, from `SOURCE_DATE_EPOCH`; `nil` if
  /// the variable is not set.
  var reproducibleDate: Date? {
    self["SOURCE_DATE_EPOCH"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
  }

  /// Returns the absolute path; a relative path is resolved against the working folder.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : workingFolder + "/" + path
  }
}
