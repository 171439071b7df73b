package import FeatureFlags
package import TestSupport

extension TemporaryFolder {
  /// Creates a workspace of the given source whose files are in the folder.
  package func workspace(source: String = "features.json") -> Workspace {
    Workspace(
      name: "test",
      source: source,
      stateRoot: path(of: "state"),
      cacheRoot: path(of: "cache")
    )
  }
}
