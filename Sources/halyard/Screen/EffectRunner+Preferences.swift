import Dashboard
import FeatureFlags

extension EffectRunner {
  /// Saves the theme that the user has selected, even with `--read-only`: that option protects the
  /// workspace, but a theme is a preference of the user.
  func saveTheme(_ name: String) {
    themeWatch.follow(name)
    do throws(WorkspaceError) {
      try themes.save(name)
      inbox.post(.notice(Notice("The theme \(name) is saved.", kind: .success)))
    } catch {
      fail("The theme \(name) is not saved: \(error)")
    }
  }

  /// Saves the favourite features in the workspace; the dashboard requests none with `--read-only`.
  func saveFavourites(_ names: [Feature.Name]) {
    do throws(WorkspaceError) {
      try setup.workspace.saveFavourites(Set(names))
    } catch {
      fail("The favourites are not saved: \(error)")
    }
  }
}
