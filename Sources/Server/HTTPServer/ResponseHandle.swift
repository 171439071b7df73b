import CMicrohttpd

/// Creates the responses of libmicrohttpd.
enum ResponseHandle {
  /// The size of the blocks in which a large body is read, in bytes; a body is large if it exceeds one
  /// block.
  static let blockSize = 32 << 10
  /// The largest number of bytes of a stream that are sent at once.
  private static let streamBlockSize = 4 << 10

  /// Creates a response with a body; `nil` if there is no memory.
  ///
  /// A small body is copied; a large body is read in blocks, so that all responses with this body share its
  /// memory.
  static func create(_ bytes: [UInt8], for connection: ServerConnection) -> OpaquePointer? {
    guard bytes.count > blockSize else {
      return bytes.withUnsafeBytes { cmhd_copy_response($0.count, $0.baseAddress) }
    }
    let body = BlockReader { position, buffer in
      connection.recordProgress()
      let rest = bytes.dropFirst(position).prefix(buffer.count)
      guard !rest.isEmpty else { return Int(cmhd_end_of_stream) }
      buffer.copyBytes(from: rest)
      return rest.count
    }
    return create(body, size: UInt64(bytes.count), blockSize: blockSize)
  }

  /// Creates a response that reads a stream until its end; `nil` if there is no memory.
  static func create(streaming stream: ResponseStream) -> OpaquePointer? {
    let body = BlockReader { _, buffer in stream.read(into: buffer) }
    return create(body, size: cmhd_unknown_size, blockSize: streamBlockSize)
  }

  private static func create(_ body: BlockReader, size: UInt64, blockSize: Int) -> OpaquePointer? {
    let context = Unmanaged.passRetained(body).toOpaque()
    let handle = cmhd_read_response(
      size,
      blockSize,
      { context, position, bytes, size in
        guard let context, let bytes else { return cmhd_end_of_stream }
        let body = Unmanaged<BlockReader>.fromOpaque(context).takeUnretainedValue()
        return body.read(Int(position), UnsafeMutableRawBufferPointer(start: bytes, count: size))
      },
      context,
      { context in
        guard let context else { return }
        Unmanaged<BlockReader>.fromOpaque(context).release()
      }
    )
    if handle == nil { Unmanaged<BlockReader>.fromOpaque(context).release() }
    return handle
  }
}

/// The body of a response that libmicrohttpd reads in blocks.
private final class BlockReader: Sendable {
  /// Copies the bytes from a position into a buffer; returns their number, or the end marker of
  /// libmicrohttpd.
  let read: @Sendable (_ position: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int

  init(read: @escaping @Sendable (Int, UnsafeMutableRawBufferPointer) -> Int) {
    self.read = read
  }
}
