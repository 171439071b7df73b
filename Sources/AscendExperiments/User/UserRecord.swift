import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Glibc

/// What is kept of a user between two runs.
struct UserRecord: Codable, Hashable, Sendable {
  var userId = ""
  var guestId = ""
  var userProfile: [String: ExperimentVariable] = [:]
  var sessionId = ""
  /// In seconds since 1970.
  var lastActivity = 0.0

  var isKnown: Bool { !userId.isEmpty || !guestId.isEmpty }

  /// Reads what the last run kept; `nil` if it kept nothing.
  ///
  /// - Throws: `storageError` for a file that cannot be read, or is no record.
  static func read(in folder: String) throws(AscendError) -> UserRecord? {
    let path = path(in: folder)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)
    } catch {
      if error.isMissing { return nil }
      throw .storageError("\(path): \(error.reason)")
    }
    // Drops the decoding error: only this library writes the file, so its details help no user.
    if let record = try? JSONDecoder().decode(UserRecord.self, from: Data(bytes)) { return record }
    throw .storageError("\(path): found no record of a user")
  }

  /// Writes a record in one step.
  ///
  /// What is written is asked for under the lock of the folder, so that the newest comes last.
  ///
  /// - Throws: `storageError`; the file is then as it was.
  static func write(
    in folder: String,
    _ record: () -> UserRecord
  ) throws(AscendError) {
    let path = path(in: folder)
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        // Encoding fails only for a time that is not finite, which JSON cannot represent.
        guard let bytes = try? JSONText.bytes(of: record()) else {
          throw SystemError(number: EINVAL)
        }
        try FileSystem.replace(path, with: bytes)
      }
    } catch {
      throw .storageError("\(path): \(error.reason)")
    }
  }

  private static func path(in folder: String) -> String { folder + "/ascend_user_data.json" }
}
