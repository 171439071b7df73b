import Glibc

import struct FoundationEssentials.Date

/// The environment of the program: variables, working folder and terminal, read once at the start.
struct Environment: Sendable {
  private let values: [String: String]
  let workingFolder: String
  /// The width of the terminal in cells; `nil` if standard output is not a terminal.
  let outputColumns: Int?

  /// Reads the environment of this process.
  static func current(_ values: [String: String]) -> Environment {
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return Environment(
      values: values,
      workingFolder: folder.map { String(cString: $0) } ?? "/",
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

  /// The author of overrides that this program sets: `user@host`.
  var author: String? {
    guard let user = self["USER"] ?? self["LOGNAME"] else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return user }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.isEmpty ? user : user + "@" + host
  }

  /// The date for reproducible output, from `SOURCE_DATE_EPOCH`.
  var reproducibleDate: Date? {
    self["SOURCE_DATE_EPOCH"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
  }

  /// Returns the absolute path; a relative path is resolved against the working folder.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : workingFolder + "/" + path
  }
}
