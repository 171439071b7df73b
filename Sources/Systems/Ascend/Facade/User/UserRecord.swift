import Documents
import FeatureFlags
import Files
import FoundationEssentials

/// The data of the user that is persisted between two runs of the app.
struct UserRecord: Codable, Hashable, Sendable {
  private static let fileName = "ascend_user_data.json"

  var userId = ""
  var guestId = ""
  var userProfile: [String: ExperimentVariable] = [:]
  var sessionId = ""
  /// The time of the last change of the user, in seconds since 1970.
  var lastActivity = 0.0

  /// The ids of the user and the guest, which requests send.
  var identity: AscendIdentity { AscendIdentity(userId: userId, guestId: guestId) }

  /// Reads the record that the previous run persisted; returns `nil` if there is no file.
  ///
  /// - Throws: `storageError` for a file that cannot be read or decoded.
  static func read(in folder: StorageFolder) throws(AscendError) -> UserRecord? {
    let path = folder.path(of: fileName)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)
    } catch {
      if error.isMissing { return nil }
      throw .storageError("\(path): \(error.reason)")
    }
    // Drop the decoding error: only this library writes the file, so details would not help a user.
    if let record = try? JSONDecoder().decode(UserRecord.self, from: Data(bytes)) { return record }
    throw .storageError("\(path): found no record of a user")
  }

  /// Replaces the user file by an atomic write.
  ///
  /// - Parameters:
  ///   - folder: The folder of the user file.
  ///   - record: Returns the record to write; see ``StorageFolder/write(_:_:)``.
  /// - Throws: `storageError`; the file is unchanged.
  static func write(in folder: StorageFolder, _ record: () -> UserRecord) throws(AscendError) {
    try folder.write(fileName, record)
  }
}
