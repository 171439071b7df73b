import Dashboard
import FeatureFlags

/// Lists the themes, and marks the active one.
struct ThemesCommand: Command {
  static let row = CommandRow(
    name: "themes",
    summary: "List the themes.",
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  /// The value of `--theme`; `nil` for the saved theme.
  private let theme: String?

  init(_ arguments: Arguments) {
    theme = arguments.value(.theme)
  }

  func run(_ program: Program) throws(Failure) {
    let console = program.console
    var active = theme
    if active == nil {
      do throws(WorkspaceError) {
        active = try program.settingsFile.settings().theme
      } catch {
        console.warn("\(error)")
      }
    }
    let terminal = Theme.terminal.name
    var found = [(name: terminal, path: "built in")]
    for file in program.themes.files {
      do throws(Failure) {
        _ = try ThemeLibrary.read(file.path)
        found.append(file)
      } catch {
        console.warn(error.message ?? file.path)
      }
    }
    let rows = found.map { [$0.name == active ?? terminal ? "*" : "", $0.name, $0.path] }
    console.write(Table(rows: rows).text)
  }
}
