import CoreTestSupport
import FeatureFlags
import Files
import TestSupport
import Testing

/// Tests the file of favourite features in a workspace.
struct FavouritesTests {
  @Test func `a workspace without a file has no favourites`() throws {
    let folder = try TemporaryFolder()
    #expect(try folder.workspace().favourites().isEmpty)
  }

  @Test func `saved favourites are read back equal`() throws {
    let folder = try TemporaryFolder()
    try folder.workspace().saveFavourites(["Über", "New Cart"])
    #expect(try folder.workspace().favourites() == ["Über", "New Cart"])
    try folder.workspace().saveFavourites([])
    #expect(try folder.workspace().favourites().isEmpty)
  }

  @Test(arguments: [
    ("{", "1"), ("{\n\"favourites\": [1]}", "2"), ("{\"version\": 2, \"favourites\": []}", "1"),
    ("{\n\n\"favourites\": {}}", "3"),
  ])
  func `a malformed file of favourites is reported with its line and never replaced`(
    text: String,
    line: String
  )
    throws
  {
    let folder = try TemporaryFolder()
    let workspace = folder.workspace()
    try workspace.saveFavourites(["F"])
    try FileSystem.replace(workspace.favouritesPath, with: Array(text.utf8))
    let error = #expect(throws: WorkspaceError.self) { try workspace.favourites() }
    #expect(
      error?.description.contains("favourites.json:\(line)") == true,
      "\(String(describing: error))"
    )
    #expect(throws: WorkspaceError.self) { try workspace.saveFavourites(["G"]) }
    #expect(try FileSystem.readStored(workspace.favouritesPath, limit: 100) == Array(text.utf8))
  }
}
