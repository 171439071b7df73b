import CMalloc
import Glibc
import Testing

/// Counts the open file descriptors of this process.
///
/// - Throws: An error if `/proc` is not readable.
public func descriptorCount() throws -> Int {
  let folder = try #require(opendir("/proc/self/fd"))
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// Raises the limit of open file descriptors of this process as far as the system allows.
///
/// - Returns: The new limit.
public func raiseDescriptorLimit() -> Int {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return 0 }
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
  return Int(clamping: limit.rlim_cur)
}

/// Returns the resident memory of this process in pages, usually of 4 KiB.
///
/// - Throws: An error if `/proc` is not readable.
public func residentPages() throws -> Int {
  let file = try #require(fopen("/proc/self/statm", "r"))
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  let text = try #require(fgets(&line, 256, file).map { String(cString: $0) })
  return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
}

/// Returns the resident memory of this process that belongs to no file, in KiB, after free memory was
/// returned to the system; 0 if `/proc` is not readable.
public func unsharedMemory() -> Int {
  malloc_trim(0)
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while let text = fgets(&line, 256, file).map({ String(cString: $0) }) {
    guard text.hasPrefix("RssAnon:") else { continue }
    return Int(text.filter(\.isNumber)) ?? 0
  }
  return 0
}
