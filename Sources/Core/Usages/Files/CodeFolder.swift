package import Files
import Glibc

/// A folder with source code, whose files are listed by git, or without git by walking the folder.
package struct CodeFolder: Sendable {
  /// The default maximum time to wait for git: 10 s.
  static let gitLimit = Duration.seconds(10)

  private let path: String
  private let gitLimit: Duration

  /// The files of a folder, with the reason if git failed to list them.
  package struct Listing: Sendable {
    /// The paths of the source files in a known language, sorted.
    package let paths: [String]
    /// The reason why git was killed, so that the folder was walked; `nil` if git was not killed.
    package let gitDefect: GitDefect?
  }

  /// Refers to a folder, without reading it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder, or of a file.
  ///   - gitLimit: The maximum time to wait for git.
  init(_ path: String, gitLimit: Duration = Self.gitLimit) {
    self.path = path
    self.gitLimit = gitLimit
  }

  /// Lists the source files in a known language, sorted; each path begins with the path of the folder.
  ///
  /// In a work tree of git, the list contains the tracked files, and the untracked files that git does
  /// not ignore. Outside of a work tree, or without git, the folder is walked: folders and files whose
  /// names begin with a dot are left out, as are those that `.gitignore` files ignore. If git does not
  /// respond in time, or its list is too large, git is killed, and the folder is walked.
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
    let list = GitFileList(in: path, limit: gitLimit)
    let names = list.files ?? FolderWalk(path).files()
    return Listing(
      paths: names.filter { CodeLanguage(path: $0) != nil }.map { prefix + $0 }.sorted(),
      gitDefect: list.defect
    )
  }
}
