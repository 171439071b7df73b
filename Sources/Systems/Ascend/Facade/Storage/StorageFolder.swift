import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Glibc

/// The folder in which Ascend persists the user and the experiments.
struct StorageFolder: Hashable, Sendable {
  /// The path of the folder; the first write creates the folder.
  let path: String

  func path(of file: String) -> String { "\(path)/\(file)" }

  /// Replaces a file with an atomic write, while holding the advisory lock of the folder.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - value: Returns the value to encode as JSON. The function is called while the lock is held,
  ///     so that the last of several concurrent writes persists the newest value.
  /// - Throws: `storageError`; the file is unchanged.
  func write<Value: Encodable>(
    _ file: String,
    _ value: () -> Value
  ) throws(AscendError) {
    let target = path(of: file)
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
      try FileSystem.withFileLock(path + "/.lock") { () throws(SystemError) in
        // Drops the error: encoding fails only for a time that is not finite, which JSON cannot
        // represent.
        guard let bytes = try? SortedJSON.bytes(of: value()) else {
          throw SystemError(number: EINVAL)
        }
        try FileSystem.replace(target, with: bytes)
      }
    } catch {
      throw .storageError("\(target): \(error.reason)")
    }
  }
}

extension StorageFolder {
  /// Returns the default folder of the running program, in the application support folder of the
  /// user.
  ///
  /// - Returns: The path; `nil` if the user has no home folder.
  static func defaultPath() -> String? {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    guard let support = folders.first else { return nil }
    let program = FileSystem.programPath?.split(separator: "/").last ?? "program"
    return "\(support.path)/\(program)/Ascend"
  }
}

/// The file that persists the experiments between two runs of the app.
struct SnapshotFile: Hashable, Sendable {
  private static let name = "ascend_experiments.json"

  let folder: StorageFolder

  /// Creates a reference to the snapshot file in a folder, without reading the file.
  init(folder path: String) {
    folder = StorageFolder(path: path)
  }

  var path: String { folder.path(of: Self.name) }

  /// Reads the file: a snapshot, or, in the older format, a dictionary of experiments.
  ///
  /// The older format has no timestamp; the modification time of the file is used instead.
  ///
  /// - Throws: `storageError` if the file does not exist, or has neither format.
  func read() throws(AscendError) -> ExperimentSnapshot {
    let bytes = try mapError(
      FileSystem.readStored(path, limit: InputLimit.workspaceFileBytes.maximum)
    ) {
      (error: SystemError) in
      AscendError.storageError(error.isMissing ? "File not found" : error.reason)
    }
    let decoder = JSONDecoder()
    // Drops the error: a document that is not a snapshot may have the older format.
    if let snapshot = try? decoder.decode(ExperimentSnapshot.self, from: Data(bytes)) {
      return snapshot
    }
    do {
      let experiments = try decoder.decode([String: Experiment].self, from: Data(bytes))
      return ExperimentSnapshot(timestamp: modificationTime, data: experiments)
    } catch {
      throw .storageError("The file is no snapshot")
    }
  }

  /// Replaces the file with an atomic write.
  ///
  /// - Parameter snapshot: Returns the snapshot to write; see ``StorageFolder/write(_:_:)``.
  /// - Throws: `storageError`; the file is unchanged.
  func write(_ snapshot: () -> ExperimentSnapshot) throws(AscendError) {
    try folder.write(Self.name, snapshot)
  }

  /// The modification time of the file, in seconds since 1970; 0 if the file does not exist.
  private var modificationTime: Double {
    var information = stat()
    guard stat(path, &information) == 0 else { return 0 }
    return Double(information.st_mtim.tv_sec) + Double(information.st_mtim.tv_nsec) / 1e9
  }
}
