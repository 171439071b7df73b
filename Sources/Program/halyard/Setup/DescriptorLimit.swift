import Glibc

/// The number of file descriptors that the process may open.
enum DescriptorLimit {
  /// The number that a server needs for its connections and files.
  private static let server = rlim_t(8_192)

  /// Raises the soft limit, which is 1,024 on most systems, so that a server has enough descriptors for
  /// its connections.
  ///
  /// Must be called before the server starts, because the server derives its maximum number of
  /// connections from the limit. A higher limit is safe: systems set a low one for programs that use
  /// `select`, which supports no descriptor above 1,023, but this program uses `poll` and `epoll`.
  static func raiseForServer() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < server else { return }
    limit.rlim_cur = min(server, limit.rlim_max)
    // Ignores a failure: the server then accepts fewer connections.
    setrlimit(resource, &limit)
  }
}
