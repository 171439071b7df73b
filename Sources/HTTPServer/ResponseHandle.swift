import CMicrohttpd

/// Creates the responses of libmicrohttpd.
enum ResponseHandle {
  /// Creates a response with a body; `nil` if there is no memory.
  ///
  /// Copies a small body; a large one is read in blocks, so that all responses share its memory.
  static func create(_ bytes: [UInt8], for connection: ServerConnection) -> OpaquePointer? {
    guard bytes.count > blockSize else {
      return bytes.withUnsafeBytes { cmhd_copy_response($0.count, $0.baseAddress) }
    }
    let context = Unmanaged.passRetained(LargeBody(bytes, connection)).toOpaque()
    let handle = cmhd_read_response(
      UInt64(bytes.count),
      blockSize,
      { context, position, bytes, size in
        guard let context, let bytes else { return cmhd_end_of_stream }
        let body = Unmanaged<LargeBody>.fromOpaque(context).takeUnretainedValue()
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size)
        return body.copy(from: Int(position), into: buffer)
      },
      context,
      { context in
        guard let context else { return }
        Unmanaged<LargeBody>.fromOpaque(context).release()
      }
    )
    if handle == nil { Unmanaged<LargeBody>.fromOpaque(context).release() }
    return handle
  }

  /// The size of a block of a large body, and of the largest small one.
  static let blockSize = 32 << 10

  /// Creates a response that reads a stream until its end.
  static func create(streaming stream: ResponseStream) -> OpaquePointer? {
    let context = Unmanaged.passRetained(stream).toOpaque()
    let handle = cmhd_read_response(
      cmhd_unknown_size,
      streamBlockSize,
      { context, _, bytes, size in
        guard let context, let bytes else { return cmhd_end_of_stream }
        let stream = Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
        return stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size))
      },
      context,
      { context in
        guard let context else { return }
        Unmanaged<ResponseStream>.fromOpaque(context).release()
      }
    )
    if handle == nil { Unmanaged<ResponseStream>.fromOpaque(context).release() }
    return handle
  }

  /// The bytes of a stream that are sent at once.
  private static let streamBlockSize = 4 << 10
}

/// The body of a response that is sent in blocks.
private final class LargeBody: Sendable {
  private let bytes: [UInt8]
  private let connection: ServerConnection

  init(_ bytes: [UInt8], _ connection: ServerConnection) {
    self.bytes = bytes
    self.connection = connection
  }

  /// Copies the bytes at a position; returns their number, or the mark of the end.
  func copy(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    connection.recordProgress()
    let rest = bytes.dropFirst(position).prefix(buffer.count)
    guard !rest.isEmpty else { return Int(cmhd_end_of_stream) }
    buffer.copyBytes(from: rest)
    return rest.count
  }
}
