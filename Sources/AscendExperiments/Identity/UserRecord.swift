import FeatureFlags
import FoundationEssentials

/// What is kept of a user between two runs.
struct UserRecord: Codable, Hashable, Sendable {
  var userId = ""
  var guestId = ""
  var userProfile: [String: String] = [:]
  var sessionId = ""
  /// In seconds since 1970.
  var lastActivity = 0.0

  var isKnown: Bool { !userId.isEmpty || !guestId.isEmpty }

  /// Reads what the last run kept; `nil` if it kept nothing, or nothing that can be read.
  static func read(in folder: String) -> UserRecord? {
    // A user without a record, or with a damaged one, is a new guest.
    guard let bytes = try? FileSystem.read(path(in: folder)) else { return nil }
    return try? JSONDecoder().decode(UserRecord.self, from: Data(bytes))
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
        // A record with a time that JSON cannot write is none to keep.
        guard let bytes = try? JSONText.bytes(of: record()) else { return }
        try FileSystem.replace(path, with: bytes)
      }
    } catch {
      throw .storageError("\(path): \(error.reason)")
    }
  }

  private static func path(in folder: String) -> String { folder + "/ascend_user_data.json" }
}
