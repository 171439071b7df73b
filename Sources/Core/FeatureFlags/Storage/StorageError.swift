/// The error of a storage of overrides that this module does not know, such as that of a team.
public struct StorageError: Error, CustomStringConvertible {
  /// The error message, which begins with the address of the storage.
  public let description: String
  /// An instruction for the user to resolve the error: an imperative sentence without a full stop.
  public let remedy: String
  /// The error as the storage itself distinguishes it.
  package let cause: any Error

  package init(_ description: String, remedy: String, cause: any Error) {
    self.description = description
    self.remedy = remedy
    self.cause = cause
  }
}

extension StorageError: Hashable {
  /// Compares the messages and the instructions.
  public static func == (left: StorageError, right: StorageError) -> Bool {
    (left.description, left.remedy) == (right.description, right.remedy)
  }

  /// Adds the message to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
