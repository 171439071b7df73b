import Dashboard
import Documents
import FeatureFlags
import FoundationEssentials
import Networking
import Text

/// The available themes: the built-in theme `terminal`, and theme files in several folders.
struct ThemeLibrary {
  private let folders: [String]

  /// Selects the theme folders, with the folder of the user first; reads nothing yet.
  init(_ environment: Environment, programPath: String?) {
    var folders = [environment.settingsFolder + "/themes"]
    // Searches the parent folders of the program: an installation has `share/halyard/themes`, and a
    // checkout has `themes`.
    var parts = (programPath ?? "").split(separator: "/").dropLast()
    while !parts.isEmpty, folders.count < 11 {
      let folder = "/" + parts.joined(separator: "/")
      folders += [folder + "/share/halyard/themes", folder + "/themes"]
      parts = parts.dropLast()
    }
    self.folders = folders
  }

  /// Returns the theme with the given name or path; the theme `terminal` for `nil`.
  ///
  /// - Throws: `theme`, if there is no such theme or it cannot be parsed.
  func theme(_ word: String?) throws(Failure) -> Theme {
    guard let word, word != Theme.terminal.name else { return .terminal }
    if Self.isPath(word) { return try Self.read(word) }
    if let entry = files.first(where: { $0.name == word }) { return try Self.read(entry.path) }
    let names = [Theme.terminal.name] + files.map(\.name)
    let hint = NameSuggestions.hint(NameSuggestions.suggestions(for: word, among: names).prefix(1))
    let shown = URLRedaction.redacted(word)
    throw .theme("no theme is named \"\(shown)\"\(hint); see 'halyard themes'")
  }

  /// Whether a value of `--theme` is a path, not the name of a theme.
  static func isPath(_ word: String) -> Bool { word.contains("/") || word.hasSuffix(".json") }

  /// Returns the theme of the settings; if it is unusable, the theme `terminal` and the reason.
  func savedTheme(_ settings: Settings) -> (theme: Theme, problem: SettingsProblem?) {
    do throws(Failure) {
      return (try theme(settings.theme), nil)
    } catch {
      let problem = SettingsProblem(
        severity: .error,
        line: settings.lines[.theme],
        setting: Setting.theme.name,
        text: "\"\(Setting.theme.name)\": \(error.message ?? ""); the default theme is used"
      )
      return (.terminal, problem)
    }
  }

  /// All valid themes: the theme `terminal` first, then the theme files by name.
  var choices: [Theme] {
    // Skips files that cannot be parsed: `halyard themes` and `--theme` report the error.
    [.terminal] + files.compactMap { try? Self.read($0.path) }
  }

  /// The theme files, sorted by name; a file of the user shadows an installed file of the same
  /// name.
  var files: [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in folders.reversed() {
      // Drops the error: a missing or unreadable folder has no themes.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name.hasSuffix(".json") {
        found[String(name.dropLast(5))] = folder + "/" + name
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  /// The path of the theme file with a name; `nil` if there is none.
  func path(ofTheme name: String) -> String? { files.first { $0.name == name }?.path }

  /// Reads a theme file; the theme has the name of the file.
  ///
  /// - Throws: `theme`, with the error of the file.
  static func read(_ path: String) throws(Failure) -> Theme {
    let bytes = try mapError(FileSource(path: path).readNow()) { (error: SourceError) in
      Failure.theme("\(error)")
    }
    let name = path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? path
    return try mapError(Theme(json: bytes, name: name)) { (error: DocumentError) in
      Failure.theme(error.description(in: path))
    }
  }
}
