import Documents
import Files

/// The overrides of a workspace as the text of `overrides.json`, made to be read and edited.
enum OverridesFile {
  /// Reads a file of overrides; none if there is no file.
  static func overrides(at path: String) throws(WorkspaceError) -> [Feature.Name: Override] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)
    } catch {
      if error.isMissing { return [:] }
      throw WorkspaceError(reading: path, error)
    }
    do throws(DocumentError) {
      return try read(bytes)
    } catch {
      throw .malformed(path: path, error)
    }
  }

  /// Reads the text of the file.
  ///
  /// - Throws: What is not as it should be, with its line, such as `overrides.New Cart.enabled`.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Override] {
    let document = try FieldReader(try JSONReader.read(bytes))
    if let version = document.value("version"), version.number != 1 {
      throw version.mismatch(wanted: "1").inside("version")
    }
    return try document.values("overrides", keyedBy: FeatureName.init(rawValue:), of: Override.init)
  }

  /// Writes the text of the file, sorted by name so that two versions compare well.
  static func write(_ overrides: [Feature.Name: Override], source: String) -> [UInt8] {
    let entries = overrides.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, override in
      (key: name.rawValue, value: JSONValue.object(override.members + override.signature))
    }
    let document = JSONValue.object([
      ("version", .number(1)), ("source", .string(source)), ("overrides", .object(entries)),
    ])
    return Array((document.text(isPretty: true) + "\n").utf8)
  }
}
