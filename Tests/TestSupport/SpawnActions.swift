package import Glibc

/// Closes all descriptors from `lowest` on in a process that `posix_spawn` starts.
///
/// `Process.waitUntilExit` returns when all copies of a socket are closed. A server that another thread
/// starts inherits such a copy, and would block the waiting thread until the server ends.
package func closeDescriptors(from lowest: Int32, _ actions: inout posix_spawn_file_actions_t) {
  addCloseFrom(&actions, lowest)
}

/// The function of glibc, which its module does not declare, because it is a GNU extension.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
@discardableResult
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>,
  _ lowest: Int32
) -> Int32
