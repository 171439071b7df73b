import Dashboard
import Files
import Locking

/// Watches the file of the selected theme, and reports the theme to the inbox after each change.
final class ThemeWatch: Sendable {
  private let setting: ThemeSetting
  private let inbox: Inbox
  private let followed = Locked(Followed())

  /// The theme whose file is watched.
  private struct Followed {
    /// The last theme that was reported; `nil` if none was.
    var theme: Theme?
    /// Keeps the watch running; `nil` for a theme without a file.
    var watch: FileWatch?
  }

  /// Creates a watch that follows no file yet.
  init(_ setting: ThemeSetting, inbox: Inbox) {
    self.setting = setting
    self.inbox = inbox
  }

  /// Follows the file of the theme with which the dashboard was opened.
  func start() {
    follow(path: setting.firstPath, reported: setting.first)
  }

  /// Follows the file of another theme, which the user has selected.
  func follow(_ name: String) {
    follow(path: setting.path(ofTheme: name), reported: nil)
  }

  private func follow(path: String?, reported theme: Theme?) {
    let watch = path.flatMap { path in
      FileWatch(path: path) { [weak self] in self?.reload(path) }
    }
    followed.withLock { $0 = Followed(theme: theme, watch: watch) }
    // The file may have changed after the theme was read, and before the watch was started. Drops
    // the error of a broken file: its next change is reported.
    guard let path, let current = try? ThemeLibrary.read(path) else { return }
    if report(current), theme != nil { notify(current.name) }
  }

  private func reload(_ path: String) {
    do throws(Failure) {
      let theme = try ThemeLibrary.read(path)
      if report(theme) { notify(theme.name) }
    } catch {
      inbox.report(failure: "The old theme applies: \(error.message ?? path)")
    }
  }

  private func notify(_ name: String) {
    inbox.post(.notice(Notice("The theme \(name) was loaded again.", kind: .success)))
  }

  /// Reports a theme, unless it is equal to the last one.
  ///
  /// - Returns: Whether the theme was reported.
  private func report(_ theme: Theme) -> Bool {
    let isNew = followed.withLock { followed in
      defer { followed.theme = theme }
      return followed.theme != theme
    }
    if isNew { inbox.post(.themeChanged(theme)) }
    return isNew
  }
}
