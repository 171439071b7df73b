import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Glibc

/// The file that keeps the experiments between two runs.
struct SnapshotFile: Hashable, Sendable {
  /// The folder; it is made when something is written.
  let folder: String

  var path: String { folder + "/ascend_experiments.json" }

  /// Reads the file: a snapshot, or in its older form the experiments alone.
  ///
  /// The older form counts as taken when the file was last changed.
  ///
  /// - Throws: `storageError` if there is no such file, or it holds neither.
  func read() throws(AscendError) -> ExperimentSnapshot {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)
    } catch {
      throw .storageError(error.isMissing ? "File not found" : error.reason)
    }
    let decoder = JSONDecoder()
    // A document that is not a snapshot may have the older format, without a timestamp.
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

  /// Writes the file in one step.
  ///
  /// What is written is asked for under the lock, so that the newest always comes last.
  ///
  /// - Throws: `storageError`; the file is then as it was.
  func write(_ snapshot: () -> ExperimentSnapshot) throws(AscendError) {
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        // Encoding fails only for a timestamp that is not finite, which JSON cannot represent.
        guard let bytes = try? JSONText.bytes(of: snapshot()) else {
          throw SystemError(number: EINVAL)
        }
        try FileSystem.replace(path, with: bytes)
      }
    } catch {
      throw .storageError("\(path): \(error.reason)")
    }
  }

  /// When the file was last changed, in seconds since 1970; 0 if there is none.
  private var modificationTime: Double {
    var information = stat()
    guard stat(path, &information) == 0 else { return 0 }
    return Double(information.st_mtim.tv_sec) + Double(information.st_mtim.tv_nsec) / 1e9
  }
}
