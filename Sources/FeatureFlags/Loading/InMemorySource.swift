/// A configuration that a program has at hand, as tests do.
public struct InMemorySource: Source {
  /// The name of the source, for people.
  public let name: String
  private let result: Result<[UInt8], SourceError>

  /// Makes a source of the text of a document.
  public init(name: String = "memory", text: String) {
    self.init(name: name, result: .success(Array(text.utf8)))
  }

  /// Makes a source that gives bytes, or fails.
  public init(name: String = "memory", result: Result<[UInt8], SourceError>) {
    self.name = name
    self.result = result
  }

  /// Gives the bytes.
  ///
  /// - Throws: The error with which the source was made.
  public func read() async throws(SourceError) -> [UInt8] {
    try result.get()
  }
}
