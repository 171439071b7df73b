internal import CCurl

extension Transfer {
  /// The size of a body, in bytes, above which its compression ratio is limited.
  ///
  /// libcurl can deliver the bytes of its 16 KiB buffer before it counts them: up to 3.2 MiB after
  /// decompression, at the default ratio limit of 200.
  private static let uncheckedSize = 4 << 20

  /// Receives a line of the head.
  ///
  /// Returns the size of the line; libcurl aborts the transfer if the number differs.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let easy else { return 0 }
    do throws(HTTPError) {
      guard head.append(bytes) else { throw .tooLarge(limit: ResponseHead.largest) }
      if head.isAtStatusLine, let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL) {
        head.record(url: String(cString: url))
      }
      try withholdSecrets(easy)
    } catch {
      rejection = error
      return 0
    }
    if head.isComplete(followingRedirects: request.redirectLimit > 0) {
      sink.begin(head)
    }
    return bytes.count
  }

  /// Receives a chunk of the body.
  ///
  /// Returns the size of the chunk; libcurl aborts or pauses the transfer if the number differs.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    if let error = compressionError(after: bytes.count) { return reject(bytes, error) }
    switch sink.receive(bytes) {
    case .accepted:
      bodySize += bytes.count
      return bytes.count
    case .paused:
      isPaused = true
      return ccurl_pause
    case .rejected(let error):
      return reject(bytes, error)
    }
  }

  private func reject(_ bytes: UnsafeRawBufferPointer, _ error: HTTPError) -> Int {
    rejection = error
    return bytes.isEmpty ? 1 : 0
  }

  /// Returns the error of a body whose compression ratio is above the limit; `nil` if the ratio is
  /// allowed.
  private func compressionError(after count: Int) -> HTTPError? {
    let excess = bodySize + count - Self.uncheckedSize
    guard sink.isWholeBody, excess > 0, let easy else { return nil }
    let received = max(Int(ccurl_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T)), 1)
    let limit = request.maximumCompressionRatio
    guard excess / received >= limit else { return nil }
    return .compressedTooMuch(limit: limit, found: (bodySize + count) / received)
  }
}
