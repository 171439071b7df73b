import Dashboard
import Documents
import FeatureFlags
import FoundationEssentials
import Frame

/// The themes that can be chosen: the terminal's own colours, and files in several folders.
struct ThemeLibrary {
  private let folders: [String]

  /// Names the folders, the user's own first; nothing is read yet.
  init(_ environment: Environment, programPath: String?) {
    var folders = [environment.settingsFolder + "/themes"]
    // Beside an installed program, and above one that was built in its checkout.
    var parts = (programPath ?? "").split(separator: "/").dropLast()
    while !parts.isEmpty, folders.count < 11 {
      let folder = "/" + parts.joined(separator: "/")
      folders += [folder + "/share/halyard/themes", folder + "/themes"]
      parts = parts.dropLast()
    }
    self.folders = folders
  }

  /// The theme that is asked for by name or by file; the terminal's own colours for none.
  ///
  /// - Throws: `theme`, if there is none or it is not to be understood.
  func theme(_ wanted: String?) throws(Failure) -> Theme {
    guard let wanted, wanted != Theme.terminal.name else { return .terminal }
    if Self.isPath(wanted) { return try Self.read(wanted) }
    if let entry = files.first(where: { $0.name == wanted }) { return try Self.read(entry.path) }
    let names = [Theme.terminal.name] + files.map(\.name)
    let near = Spelling.nearest(to: wanted, among: names).first
    throw .theme(
      "no theme is named \"\(wanted)\"" + (near.map { ", did you mean \"\($0)\"?" } ?? "")
        + "; see 'halyard themes'"
    )
  }

  /// Whether `--theme` names a file, and not a theme of the library.
  static func isPath(_ word: String) -> Bool { word.contains("/") || word.hasSuffix(".json") }

  /// The theme that the settings name, or the terminal's own colours, and why the saved theme cannot
  /// be used, if that is so.
  func savedTheme(in settings: SettingsFile) -> (theme: Theme, problem: String?) {
    let saved: String?
    do throws(WorkspaceError) {
      saved = try settings.theme()
    } catch {
      return (.terminal, "\(error); the default theme is used")
    }
    do throws(Failure) {
      return (try theme(saved), nil)
    } catch {
      let reason = error.message ?? ""
      return (.terminal, "\(settings.path): \(reason); the default theme is used")
    }
  }

  /// Every theme that can be read, with the word that `--theme` takes for it: the terminal's own
  /// colours first, then by name.
  var choices: [(word: String, theme: Theme)] {
    // A file that cannot be parsed is named by `halyard themes`, and by `--theme`.
    [(Theme.terminal.name, .terminal)]
      + files.compactMap { file in (try? Self.read(file.path)).map { (file.name, $0) } }
  }

  /// The theme files by name; of two with one name the user's own counts.
  var files: [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in folders.reversed() {
      // A folder that is not there has no themes.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where name.hasSuffix(".json") {
        found[String(name.dropLast(5))] = folder + "/" + name
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  /// Reads a theme file.
  ///
  /// - Throws: `theme`, with what is wrong with the file.
  static func read(_ path: String) throws(Failure) -> Theme {
    let bytes: [UInt8]
    do throws(SourceError) {
      bytes = try FileSource(path: path).readNow()
    } catch {
      throw .theme("\(error)")
    }
    let name = path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? path
    do throws(DocumentError) {
      return try Theme(json: bytes, fallbackName: name)
    } catch {
      throw .theme(error.description(in: path))
    }
  }
}
