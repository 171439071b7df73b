import FeatureFlags
import Files
import FoundationEssentials
import Glibc

/// The folder in which Ascend persists the user and the experiments.
struct StorageFolder: Hashable, Sendable {
  /// The path of the folder; the first write creates the folder.
  let path: String

  func path(of file: String) -> String { "\(path)/\(file)" }

  /// Replaces a file by an atomic write, while holding the advisory lock of the folder.
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
      try FileSystem.withLock(path + "/.lock") { () throws(SystemError) in
        // Drop the error: encoding fails only for a time that is not finite, which JSON cannot
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
