internal import CCurl

extension Transfer {
  /// Takes one line of the answer's head; any number but the line's own length ends the transfer.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard head.take(bytes) else {
      refusal = .tooLarge(limit: AnswerHead.largest)
      return 0
    }
    if head.hasBegunAnew, let easy, let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL) {
      head.note(url: String(cString: url))
    }
    if head.isComplete(followingRedirects: request.redirectLimit > 0) {
      sink.begin(head)
    }
    return bytes.count
  }

  /// Takes a piece of the body; any number but its own length ends or pauses the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    switch sink.take(bytes) {
    case .taken:
      return bytes.count
    case .later:
      isPaused = true
      return ccurl_pause
    case .refused(let error):
      refusal = error
      return bytes.isEmpty ? 1 : 0
    }
  }
}
