import CMalloc

/// The settings of the heap of the C library.
enum Heap {
  /// Lets all threads allocate from one heap.
  ///
  /// By default, each thread has its own heap, and memory that one thread frees is not available to
  /// other threads, so that the dashboard would need about 25 % more memory after some loads.
  static func share() { mallopt(M_ARENA_MAX, 1) }

  /// Returns each block of 1 MiB and more to the system as soon as it is freed.
  ///
  /// By default, this size grows up to 32 MiB with the freed blocks, and documents, requests and events that
  /// are that large leave gaps in the heap: a server under attack would need up to 130 MiB more.
  static func returnLargeBlocks() { mallopt(M_MMAP_THRESHOLD, 1 << 20) }
}
