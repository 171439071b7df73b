package import Documents
package import FeatureFlags
import Files
import FoundationEssentials
import Glibc
internal import Networking

/// The folder of the presets of a workspace: one JSON file for each preset, named after it.
///
/// All methods block the calling thread while they access the disk, and changes also wait for the
/// advisory lock of the folder. If the folder is a symbolic link, presets can be read, but not changed.
package struct PresetFolder: Sendable {
  private let workspace: Workspace

  private static let fileExtension = ".json"

  /// A preset in the folder, or the error of reading its file.
  package struct Entry: Hashable, Sendable {
    package let name: String
    package let reading: Result<PresetFile.Reading, PresetError>
  }

  /// Creates a reference to the presets of a workspace; no file is read or created.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  private var folder: String { workspace.stateFolder + "/presets" }

  /// Returns the path of the file of the preset with the given name.
  ///
  /// - Throws: `badName` if the text cannot be the name of a file.
  package func path(of name: String) throws(PresetError) -> String {
    guard FileName.defect(in: name) == nil else { throw .badName(name) }
    return folder + "/" + name + Self.fileExtension
  }

  /// Returns the reason why a text cannot be the name of a preset; `nil` for a valid name.
  package static func defect(inName name: String) -> String? {
    FileName.defect(in: name)?.message
  }

  /// Reads the sorted names of all presets; empty if the folder does not exist.
  ///
  /// - Throws: `workspace` for a folder that cannot be read.
  package func readNames() throws(PresetError) -> [String] {
    var files: [String] = []
    do throws(SystemError) {
      files = try FileSystem.names(in: folder)
    } catch .number(ENOENT) where !FileSystem.isLink(folder) {
      return []
    } catch {
      throw .workspace(WorkspaceError(reading: folder, error))
    }
    return files.filter { $0.hasSuffix(Self.fileExtension) }
      .map { String($0.dropLast(Self.fileExtension.count)) }
      .filter { FileName.defect(in: $0) == nil }
      .sorted()
  }

  /// The sorted names of all presets; empty if the folder cannot be read.
  package var names: [String] {
    // Drops the error: the names are used only as suggestions.
    (try? readNames()) ?? []
  }

  /// Reads all presets, sorted by name; a file that cannot be read has an entry with its error.
  ///
  /// - Throws: `workspace` for a folder that cannot be read.
  package func entries() throws(PresetError) -> [Entry] {
    try readNames().map { name in
      Entry(name: name, reading: Result { () throws(PresetError) in try read(name) })
    }
  }

  /// Reads the preset with the given name.
  ///
  /// - Throws: `badName`, `unknown` with the nearest names, `malformed` with the line, and
  ///   `workspace`.
  package func read(_ name: String) throws(PresetError) -> PresetFile.Reading {
    let path = try path(of: name)
    let bytes = try mapError(workspace.file(path).read(), to: PresetError.workspace)
    guard let bytes else { throw unknown(name) }
    return try mapError(PresetFile.read(bytes)) { (error: DocumentError) in
      PresetError.malformed(file: path, error)
    }
  }

  /// Saves a preset under its name in one atomic step.
  ///
  /// - Parameters:
  ///   - preset: The preset, which must have a name.
  ///   - isReplacing: Whether an existing preset with this name is replaced.
  /// - Throws: `badName`, `exists` and `workspace`; an existing file is unchanged.
  package func save(_ preset: Preset, isReplacing: Bool) throws(PresetError) {
    let path = try path(of: preset.name ?? "")
    try refuseLink()
    let isSaved = try mapError(
      workspace.file(path).update { () throws(WorkspaceError) in
        guard isReplacing || !FileManager.default.fileExists(atPath: path) else {
          return (false, nil)
        }
        return (true, PresetFile.write(preset))
      },
      to: PresetError.workspace
    )
    if !isSaved { throw .exists(preset.name ?? "") }
  }

  /// Deletes the preset with the given name.
  ///
  /// - Throws: `badName`, `unknown` with the nearest names, and `workspace`.
  package func delete(_ name: String) throws(PresetError) {
    let file = workspace.file(try path(of: name))
    // Checks before locking, which would create the folder.
    guard FileManager.default.fileExists(atPath: file.path) else { throw unknown(name) }
    try refuseLink()
    try mapError(
      file.update { () throws(WorkspaceError) in
        try file.remove()
        return ((), nil)
      },
      to: PresetError.workspace
    )
  }

  /// Throws if the folder is a symbolic link, because a change would be written outside of the
  /// workspace.
  private func refuseLink() throws(PresetError) {
    guard FileSystem.isLink(folder) else { return }
    let error = SystemError.wrongKind(found: "a symbolic link", expected: "a folder")
    throw .workspace(WorkspaceError(writing: folder, error))
  }

  /// Returns the error for a name without a file, or that for a folder that cannot be read.
  private func unknown(_ name: String) -> PresetError {
    do throws(PresetError) {
      return .unknown(name, nearest: NameSuggestions.suggestions(for: name, among: try readNames()))
    } catch {
      return error
    }
  }
}

/// The error of reading, saving or deleting a preset.
package enum PresetError: Error, Hashable, Sendable {
  /// The text cannot be the name of a preset.
  case badName(String)
  /// The workspace has no preset with the given name; `nearest` lists the most similar names.
  case unknown(String, nearest: [String])
  /// The workspace already has a preset with the given name.
  case exists(String)
  /// The file of a preset is not valid; `file` is its path or URL.
  case malformed(file: String, DocumentError)
  /// The file of a preset could not be read or written.
  case workspace(WorkspaceError)
}

extension PresetError: CustomStringConvertible {
  /// The error message, with the found and the expected value.
  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(URLRedaction.redacted(name))\" cannot be the name of a preset"
        + (PresetFolder.defect(inName: name).map { ": \($0)" } ?? "")
    case .unknown(let name, let nearest):
      "no preset is named \"\(URLRedaction.redacted(name))\"" + NameSuggestions.hint(nearest)
    case .exists(let name): "a preset named \"\(name)\" exists already"
    case .malformed(let file, let error): error.description(in: file)
    case .workspace(let error): "\(error)"
    }
  }
}
