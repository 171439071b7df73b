/// A source that reads files of this machine.
package protocol LocalSource: Source {
  /// The paths of the files.
  var paths: [String] { get }

  /// Reads the files synchronously, on the calling thread.
  ///
  /// - Throws: The reason why a file cannot be read.
  func readNow() throws(SourceError) -> [UInt8]
}

extension FileSource: LocalSource {
  package var paths: [String] { [path] }
}
