import Dashboard
import Files
import Locking

/// Watches the file of the selected theme, and reports the theme to the inbox after each change.
final class ThemeWatch: Sendable {
  private let setting: ThemeSetting
  private let inbox: Inbox
  private let time: Timeline
  private let followed = Locked(Followed())

  /// The theme whose file is watched.
  private struct Followed {
    /// The last theme that was reported; `nil` if none was.
    var theme: Theme?
    /// The name of the theme on the screen, which the next version of the file replaces.
    var name = ""
    /// Keeps the watch running; `nil` for a theme without a file.
    var watch: FileWatch?
  }

  /// Creates a watch that follows no file yet.
  init(_ setting: ThemeSetting, inbox: Inbox, time: Timeline) {
    self.setting = setting
    self.inbox = inbox
    self.time = time
  }

  /// Follows the file of the theme with which the dashboard was opened.
  func start() {
    follow(setting.first.name, path: setting.firstPath, reported: setting.first)
  }

  /// Follows the file of another theme, which the user has selected.
  func follow(_ name: String) {
    follow(name, path: setting.path(ofTheme: name), reported: nil)
  }

  private func follow(_ name: String, path: String?, reported theme: Theme?) {
    let watch = path.flatMap { path in
      FileWatch(path: path) { [weak self] in self?.reload(path) }
    }
    followed.withLock { $0 = Followed(theme: theme, name: name, watch: watch) }
    // The file may have changed after the theme was read, and before the watch was started. Drops
    // the error of a broken file: its next change is reported.
    guard let path, let current = try? ThemeLibrary.read(path) else { return }
    if let name = report(current), theme != nil { notify(name) }
  }

  private func reload(_ path: String) {
    do throws(Failure) {
      if let name = report(try ThemeLibrary.read(path)) { notify(name) }
    } catch {
      let text = "The theme is unchanged: \(error.message ?? path)"
      inbox.post(.notice(Notice(text, kind: .failure)))
      inbox.post(.activity(time.entry(.problem, hasFailed: true, text)))
    }
  }

  private func notify(_ name: String) {
    inbox.post(.notice(Notice("The theme \(name) was loaded again.", kind: .success)))
  }

  /// Reports a theme, unless it is equal to the last one.
  ///
  /// - Returns: The name of a theme that was reported.
  private func report(_ theme: Theme) -> String? {
    let former = followed.withLock { followed -> String? in
      guard followed.theme != theme else { return nil }
      defer { (followed.theme, followed.name) = (theme, theme.name) }
      return followed.name
    }
    guard let former else { return nil }
    inbox.post(.themeChanged(theme, former: former))
    return theme.name
  }
}
