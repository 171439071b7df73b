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
    var rows = [row(.terminal, named: terminal, active: active ?? terminal, path: "built in")]
    for file in program.themes.files {
      do throws(Failure) {
        rows.append(
          row(
            try ThemeLibrary.read(file.path),
            named: file.name,
            active: active ?? terminal,
            path: file.path
          )
        )
      } catch {
        console.warn(error.message ?? file.path)
      }
    }
    console.write(Table(rows: rows).text)
  }

  private func row(
    _ theme: Theme,
    named name: String,
    active: String,
    path: String
  ) -> [String] {
    [name == active ? "*" : "", name, path]
  }
}
