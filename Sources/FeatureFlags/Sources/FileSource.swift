import Glibc

/// A configuration in a file.
public struct FileSource: Source {
  /// The path of the file, as it was given.
  public let path: String

  /// The path.
  public var name: String { path }

  /// Names a file; it is not looked at until it is read.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    try readNow()
  }

  /// Reads the file on the thread of the caller.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func readNow() throws(SourceError) -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.read(path)
    } catch {
      if error.isMissing { throw .missing(path) }
      if error.number == EISDIR { throw .folder(path) }
      throw .unreadable(path, reason: error.reason)
    }
  }
}

/// A configuration that is read once from standard input.
public actor StandardInputSource: Source {
  /// What people call standard input.
  public nonisolated let name = "standard input"
  private var bytes: [UInt8]?

  /// Makes the source; standard input is not read until it is asked.
  public init() {}

  /// Reads standard input to its end; later calls give the same bytes again.
  ///
  /// - Throws: `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    if let bytes { return bytes }
    do throws(SystemError) {
      let all = try FileSystem.read(STDIN_FILENO)
      bytes = all
      return all
    } catch {
      throw .unreadable(name, reason: error.reason)
    }
  }
}

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
