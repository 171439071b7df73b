import FeatureFlags
import Files

extension Setup {
  /// Refuses an output file that the source or its fallback reads, because the output would replace it.
  ///
  /// - Throws: `output` for the same file, also by another path, such as that of a link.
  func refuseSource(as output: String?) throws(Failure) {
    guard let output, case let file = FileStamp(output), file.modificationTime != nil
    else { return }
    let paths = [source, fallback].compactMap { $0?.filePaths }.joined()
    guard paths.contains(where: { FileStamp($0) == file }) else { return }
    throw .output(path: output, reason: "it is the source of the features")
  }
}

extension Source {
  /// The paths of the files that the source reads; `nil` for another kind of source.
  var filePaths: [String]? {
    (self as? any LocalSource)?.paths
  }
}
