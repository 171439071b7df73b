import Dashboard

/// Lists the themes, with a sample of each on a terminal that has colours.
enum ThemesCommand {
  static func run(_ arguments: Arguments, _ library: ThemeLibrary, _ console: Console)
    throws(Failure)
  {
    let active = arguments.value(.theme) ?? Theme.terminal.name
    var rows = [row(.terminal, named: Theme.terminal.name, active: active, path: "built in")]
    for file in library.files {
      do throws(Failure) {
        rows.append(
          row(try ThemeLibrary.read(file.path), named: file.name, active: active, path: file.path)
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
