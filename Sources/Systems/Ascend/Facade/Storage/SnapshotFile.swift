import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Glibc

/// The file that persists the experiments between two runs of the app.
struct SnapshotFile: Hashable, Sendable {
  private static let name = "ascend_experiments.json"

  let folder: StorageFolder

  /// Creates a reference to the snapshot file in a folder, without reading the file.
  init(folder path: String) {
    folder = StorageFolder(path: path)
  }

  var path: String { folder.path(of: Self.name) }

  /// Reads the file: a snapshot, or a dictionary of experiments, which is the older format.
  ///
  /// The older format has no timestamp; the modification time of the file is used instead.
  ///
  /// - Throws: `storageError` if the file does not exist, or has neither format.
  func read() throws(AscendError) -> ExperimentSnapshot {
    let bytes = try mapError(FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)) {
      (error: SystemError) in
      AscendError.storageError(error.isMissing ? "File not found" : error.reason)
    }
    let decoder = JSONDecoder()
    // Drop the error: a document that is not a snapshot may have the older format.
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

  /// Replaces the file by an atomic write.
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
