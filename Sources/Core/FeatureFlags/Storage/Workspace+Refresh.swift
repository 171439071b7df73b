import struct FoundationEssentials.Date

extension Workspace {
  /// The path of the file with the time of the last request to load the source again.
  var refreshPath: String { stateFolder + "/refresh" }

  /// Makes the programs that poll the source of this workspace load it at once.
  ///
  /// - Throws: `unwritable` or `locked`; no program is notified.
  package func requestRefresh() throws(WorkspaceError) {
    let text = Date().formatted(.iso8601) + "\n"
    try file(refreshPath).update { () throws(WorkspaceError) in ((), Array(text.utf8)) }
  }
}
