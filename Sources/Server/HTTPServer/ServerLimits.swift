import Glibc

/// The limits that protect a server from large requests, slow clients and too many connections.
public struct ServerLimits: Hashable, Sendable {
  /// The largest body of a request, 1 MB by default; a larger one gets status 413.
  public var bodySize = 1_000_000
  /// The largest total size of all request bodies in memory, 16 MiB by default.
  ///
  /// A request whose body does not fit gets status 503. Bodies of at most 4 KiB are not counted.
  public var totalBodySize = 16 << 20
  /// The largest total size of the response bodies and of the events of streams in memory that clients have
  /// not read yet, 24 MiB by default.
  ///
  /// A request whose response does not fit gets status 503 with `Retry-After`, and a stream whose event does
  /// not fit is closed. Bytes that several clients share count once. Responses of at most 32 KiB are not
  /// counted.
  public var totalUnsentSize = 24 << 20
  /// The largest size of the request line with all headers, 16 KiB by default; a larger one gets status
  /// 414 or 431.
  public var headerSize = 16 << 10
  /// The largest number of open connections, 4,096 by default; further connections wait or are closed.
  ///
  /// A process with few descriptors (`ulimit -n`) has a lower limit. While most connections are in use,
  /// the timeout is shorter, so that new clients do not wait for long.
  public var connections = 4_096
  /// The largest number of open streams, 1,024 by default, and at most a quarter of the connections; a
  /// request for a further stream gets status 503 with `Retry-After`.
  ///
  /// The other connections remain free for requests without a stream.
  public var streams = 1_024
  /// The timeout of an idle connection, and of each complete request and response; 60 seconds by
  /// default.
  ///
  /// A client that sends or receives a byte now and then does not extend the timeout.
  public var timeout: Duration = .seconds(60)
  /// The largest number of unsent bytes that wait after the current event of a stream, 64 KiB by
  /// default.
  ///
  /// A stream with more of them is closed, because its client does not read.
  public var streamBacklog = 64 << 10

  /// Creates the default limits.
  public init() {}

  /// The largest size of a body that is not counted in ``totalBodySize``, in bytes.
  static let smallBodySize = 4 << 10

  /// The largest inflated size of a compressed body, as a multiple of its size; a body that would be larger
  /// gets status 413.
  package static let inflationRatio = 200
  /// The inflated size up to which the ratio is not limited, in bytes.
  static let freeInflatedSize = 64 << 10

  /// The memory of a connection in bytes: libmicrohttpd also keeps the list of headers and the head of the
  /// response in it.
  var connectionMemory: Int { headerSize * 3 / 2 }

  /// The largest size of a body above ``bodySize`` that is still received, and discarded, in bytes.
  ///
  /// A client that has sent such a body can read the response with status 413.
  ///
  /// The connection of a client that sends a larger body is closed.
  var discardedBodySize: Int { bodySize * 8 }

  /// The timeout that replaces ``timeout`` while most connections are in use.
  static let shortTimeout = Duration.seconds(2)

  /// Returns the largest number of connections for which the process has descriptors.
  ///
  /// A thread of libmicrohttpd without connections polls in a busy loop when the process has no
  /// descriptor for a new connection. The program also needs descriptors for its files.
  ///
  /// - Throws: `fewDescriptors` if the process can open only a few more descriptors.
  func usableConnections() throws(HTTPServerError) -> Int {
    let free = Self.freeDescriptors
    guard free >= Self.neededDescriptors else {
      throw .fewDescriptors(free: free, needed: Self.neededDescriptors)
    }
    return min(connections, free - min(free / 2, Self.reservedDescriptors))
  }

  /// The number of descriptors that the process can open.
  private static var freeDescriptors: Int {
    var descriptors = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0 else {
      return Int.max
    }
    let limit = Int(clamping: descriptors.rlim_cur)
    // Opening the folder needs a descriptor, too. Without `/proc`, the open descriptors cannot be counted.
    guard let folder = opendir("/proc/self/fd") else { return errno == ENOENT ? limit : 0 }
    defer { closedir(folder) }
    var used = 0
    while readdir(folder) != nil { used += 1 }
    // The listing contains `.`, `..` and the descriptor of the folder itself.
    return limit - (used - 3)
  }

  /// The smallest number of free descriptors with which a server starts.
  private static let neededDescriptors = 32
  /// The number of descriptors that are kept free of connections, for the files of the program.
  private static let reservedDescriptors = 256
}
