import Glibc

/// Failing writes for which the kernel sends a signal by default.
enum FailedWrite {
  /// The value of `errno` after a write to a pipe without a reader; 0 if the write succeeds.
  static var toClosedPipe: Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return 0 }
    close(ends[0])
    defer { close(ends[1]) }
    return writeByte(to: ends[1], at: nil)
  }

  /// The value of `errno` after a write beyond the file size limit; 0 if the write succeeds.
  static var beyondFileSizeLimit: Int32 {
    let size = 1 << 20
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = rlim_t(size)
    guard setrlimit(resource, &limit) == 0 else { return 0 }
    guard let file = tmpfile() else { return 0 }
    defer { fclose(file) }
    return writeByte(to: fileno(file), at: size)
  }

  private static func writeByte(to file: Int32, at offset: Int?) -> Int32 {
    var byte: UInt8 = 0
    let count = offset.map { pwrite(file, &byte, 1, $0) } ?? write(file, &byte, 1)
    return count < 0 ? errno : 0
  }
}
