package import Files
import Glibc

/// A folder with source code, whose files are listed as git or a walk sees them.
package struct CodeFolder: Sendable {
  /// The longest time to wait for git: 10 s.
  static let gitLimit = Duration.seconds(10)

  private let path: String
  private let gitLimit: Duration

  /// The files of a folder.
  package struct Listing: Sendable {
    /// The paths of the files in a known language, in the order of their names.
    package let paths: [String]
    /// The reason why git was killed, so that the folder was walked; `nil` if it was not.
    package let gitDefect: GitDefect?
  }

  /// Refers to a folder, without reading it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder, or of a file.
  ///   - gitLimit: The longest time to wait for git.
  init(_ path: String, gitLimit: Duration = Self.gitLimit) {
    self.path = path
    self.gitLimit = gitLimit
  }

  /// The paths of the files in a known language, each with the path of the folder in front, in the order of
  /// their names.
  ///
  /// In a work tree of git, these are the tracked files and those that git does not ignore. Elsewhere, or
  /// without git, folders and files whose names begin with a dot are left out, and what `.gitignore`
  /// files ignore. If git does not respond in time, or lists too much, it is killed, and the folder is walked
  /// too.
  ///
  /// - Throws: `number` if the folder cannot be read, `wrongKind` for another kind of file.
  package func files() throws(SystemError) -> Listing {
    var information = stat()
    guard stat(path, &information) == 0 else { throw .last }
    if information.st_mode & S_IFMT == S_IFREG {
      return Listing(paths: [path], gitDefect: nil)
    }
    guard information.st_mode & S_IFMT == S_IFDIR, access(path, R_OK | X_OK) == 0 else {
      throw information.st_mode & S_IFMT == S_IFDIR
        ? .last : .wrongKind(found: "a device or a pipe", expected: "a folder")
    }
    let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
    let list = GitList(in: path, limit: gitLimit)
    let names = list.files ?? FolderWalk(path).files()
    return Listing(
      paths: names.filter { CodeLanguage(path: $0) != nil }.map { prefix + $0 }.sorted(),
      gitDefect: list.defect
    )
  }
}
