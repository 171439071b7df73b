import Dashboard
import FeatureFlags

extension EffectRunner {
  /// Saves the theme that the user has selected, even with `--read-only`: that option protects the
  /// workspace, but a theme is a preference of the user.
  func saveTheme(_ name: String) {
    themeWatch.follow(name)
    do throws(WorkspaceError) {
      try settings.write { _ throws(WorkspaceError) in try themes.save(name) }
      inbox.post(.notice(Notice("The theme \(name) is saved.", kind: .success)))
    } catch {
      inbox.report(failure: "The theme \(name) is not saved: \(error)")
    }
  }

  /// Saves a user as a persona in the settings; like a theme, even with `--read-only`.
  func savePersona(_ name: String, _ fields: UserFields) {
    do throws(UserTextError) {
      let persona = Persona(name: name, user: try EvaluationContext(fields))
      do throws(WorkspaceError) {
        try settings.write { file throws(WorkspaceError) in try file.save(persona) }
        inbox.report(
          success: "The persona \(name) is saved, and the features are evaluated for it."
        )
      } catch {
        inbox.report(failure: "The persona \(name) is not saved: \(error)")
      }
    } catch {
      inbox.report(failure: "\(error)")
    }
  }

  /// Saves the favourite features in the workspace; the dashboard requests none with `--read-only`.
  func saveFavourites(_ names: [Feature.Name]) {
    do throws(WorkspaceError) {
      try setup.workspace.saveFavourites(Set(names))
    } catch {
      inbox.report(failure: "The favourites are not saved: \(error)")
    }
  }
}
