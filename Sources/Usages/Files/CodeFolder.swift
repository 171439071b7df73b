package import Files
import Glibc

/// A folder with source code, whose files are listed as git or a walk sees them.
package struct CodeFolder: Sendable {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The paths of the files in a known language, each with the path of the folder in front, in the order of
  /// their names.
  ///
  /// In a work tree of git, these are the tracked files and those that git does not ignore. Elsewhere, or
  /// without git, folders and files whose names begin with a dot are left out, and what `.gitignore`
  /// files ignore.
  ///
  /// - Throws: `number` if the folder cannot be read, `wrongKind` for another kind of file.
  package func files() throws(SystemError) -> [String] {
    var information = stat()
    guard stat(path, &information) == 0 else { throw .last }
    if information.st_mode & S_IFMT == S_IFREG { return [path] }
    guard information.st_mode & S_IFMT == S_IFDIR, access(path, R_OK | X_OK) == 0 else {
      throw information.st_mode & S_IFMT == S_IFDIR
        ? .last : .wrongKind(found: "a device or a pipe", expected: "a folder")
    }
    let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
    let names = GitList.files(in: path) ?? FolderWalk(path).files()
    return names.filter { CodeLanguage(path: $0) != nil }.map { prefix + $0 }.sorted()
  }
}

/// The files of a work tree, as git lists them.
private enum GitList {
  /// The paths of the tracked and the untracked files below a folder, without ignored ones; `nil` without
  /// git, or outside of a work tree.
  static func files(in folder: String) -> [String]? {
    // Does not run the file system monitor, a program that the settings of the repository name.
    let words = [
      "git", "-c", "core.fsmonitor=false", "-C", folder, "ls-files", "-z", "--cached", "--others",
      "--exclude-standard", "--deduplicate",
    ]
    guard let output = output(of: words) else { return nil }
    return output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The standard output of a program; `nil` if it cannot be run, or fails.
  private static func output(of words: [String]) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id = pid_t()
    let failure = posix_spawnp(&id, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard failure == 0 else { return nil }
    // Drops the error: a list that cannot be read is like a program that fails.
    let bytes = try? FileSystem.read(ends[0], limit: 1 << 30)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? bytes : nil
  }
}
