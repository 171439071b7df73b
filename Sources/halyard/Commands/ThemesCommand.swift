import Dashboard
import FeatureFlags

/// Lists the themes, with a sample of each on a terminal that has colours.
enum ThemesCommand {
  static func run(
    _ arguments: Arguments,
    _ environment: Environment,
    _ library: ThemeLibrary,
    _ console: Console
  ) throws(Failure) {
    var active = arguments.value(.theme)
    if active == nil {
      do throws(WorkspaceError) {
        active = try SettingsFile(environment).theme()
      } catch {
        console.warn("\(error)")
      }
    }
    let terminal = Theme.terminal.name
    var rows = [row(.terminal, named: terminal, active: active ?? terminal, path: "built in")]
    for file in library.files {
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

  private static func row(
    _ theme: Theme,
    named name: String,
    active: String,
    path: String
  ) -> [String] {
    [name == active ? "*" : "", name, path]
  }
}
