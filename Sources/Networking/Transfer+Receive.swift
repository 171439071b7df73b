internal import CCurl

extension Transfer {
  /// How much of a body may come before its compression is limited.
  ///
  /// libcurl may count the bytes of its 16 KiB buffer after it passed them on, decompressed to up to
  /// 3.2 MiB at the default limit of 200.
  private static let uncheckedSize = 4 << 20

  /// Takes one line of the response's head; any number but the line's own length ends the transfer.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let easy else { return 0 }
    do throws(HTTPError) {
      guard head.take(bytes) else { throw .tooLarge(limit: AnswerHead.largest) }
      if head.hasBegunAnew, let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL) {
        head.note(url: String(cString: url))
      }
      try withholdSecrets(easy)
    } catch {
      refusal = error
      return 0
    }
    if head.isComplete(followingRedirects: request.redirectLimit > 0) {
      sink.begin(head)
    }
    return bytes.count
  }

  /// Takes a piece of the body; any number but its own length ends or pauses the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    if let error = compressionError(after: bytes.count) { return refuse(bytes, error) }
    switch sink.take(bytes) {
    case .taken:
      bodySize += bytes.count
      return bytes.count
    case .later:
      isPaused = true
      return ccurl_pause
    case .refused(let error):
      return refuse(bytes, error)
    }
  }

  private func refuse(_ bytes: UnsafeRawBufferPointer, _ error: HTTPError) -> Int {
    refusal = error
    return bytes.isEmpty ? 1 : 0
  }

  /// Why a body that grows too much by decompression is refused; `nil` for one within the limit.
  private func compressionError(after count: Int) -> HTTPError? {
    let excess = bodySize + count - Self.uncheckedSize
    guard sink.isWholeBody, excess > 0, let easy else { return nil }
    let received = max(Int(ccurl_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T)), 1)
    let limit = request.maximumCompressionRatio
    guard excess / received >= limit else { return nil }
    return .compressedTooMuch(limit: limit, found: (bodySize + count) / received)
  }
}
