/// A source that returns bytes from memory, for tests.
public struct InMemorySource: Source {
  /// The name of the source, for display.
  public let name: String
  private let result: Result<[UInt8], SourceError>

  /// Creates a source that returns the text of a document.
  public init(name: String = "memory", text: String) {
    self.init(name: name, result: .success(Array(text.utf8)))
  }

  /// Creates a source that returns the given bytes or throws the given error.
  public init(name: String = "memory", result: Result<[UInt8], SourceError>) {
    self.name = name
    self.result = result
  }

  /// Returns the bytes that the source was created with.
  ///
  /// - Throws: The error that the source was created with.
  public func read() async throws(SourceError) -> [UInt8] {
    try result.get()
  }
}
