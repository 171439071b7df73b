import Documents

/// Stores the favourite features of a tester in `favourites.json`.
extension Workspace {
  /// The path of the favourites file, which is JSON.
  package var favouritesPath: String { stateFolder + "/favourites.json" }

  /// Returns the names of the favourite features; empty if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first defect.
  package func favourites() throws(WorkspaceError) -> Set<Feature.Name> {
    try file(favouritesPath).read(FavouritesFile.read) ?? []
  }

  /// Replaces the favourites, and blocks until they are on disk.
  ///
  /// - Throws: `unreadable` or `malformed` for the old file, and `unwritable` or `locked`; the file
  ///   is unchanged.
  package func saveFavourites(_ names: Set<Feature.Name>) throws(WorkspaceError) {
    try file(favouritesPath).update { () throws(WorkspaceError) in
      ((), try favourites() == names ? nil : FavouritesFile.write(names))
    }
  }
}

/// Encodes and decodes the content of `favourites.json`.
enum FavouritesFile {
  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Set<Feature.Name> {
    let document = try FieldReader(stored: bytes)
    return Set(try document.texts("favourites").map(Feature.Name.init(rawValue:)))
  }

  /// Encodes the content of the file, sorted by feature name.
  static func write(_ names: Set<Feature.Name>) -> [UInt8] {
    let texts = names.map(\.rawValue).sorted().map(JSONValue.string)
    return JSONValue.object([("version", .number(1)), ("favourites", .list(texts))]).fileBytes
  }
}
