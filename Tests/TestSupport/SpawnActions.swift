import Glibc

/// Closes all descriptors from `lowest` on in a process that `posix_spawn` starts.
///
/// Another thread may have started a process of Foundation, which waits until nobody has its socket
/// open: a server that inherits the socket and runs on would block that thread.
func closeDescriptors(from lowest: Int32, _ actions: inout posix_spawn_file_actions_t) {
  addCloseFrom(&actions, lowest)
}

/// The function of glibc, which its module does not declare, because it is a GNU extension.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
@discardableResult
private func addCloseFrom(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>,
  _ lowest: Int32
) -> Int32
