import Dashboard
import FeatureFlags

extension Event {
  /// The events that show the saved favourites of a workspace, or the reason why they are ignored.
  static func savedFavourites(of workspace: Workspace) -> [Event] {
    do throws(WorkspaceError) {
      let names = try workspace.favourites()
      return names.isEmpty ? [] : [.favourites(names)]
    } catch {
      return [.notice(Notice("\(error); \(error.remedy)", kind: .warning))]
    }
  }
}
