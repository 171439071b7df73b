import Text

/// The request of the background colour, whose response arrives like a key.
extension Terminal {
  /// Returns the request of the background colour (OSC 11) if it was not sent yet; otherwise nothing.
  func backgroundRequest() -> [UInt8] {
    guard requestsBackground else { return [] }
    requestsBackground = false
    responseDeadline = Self.clock.now + responseTime
    decoder.expectsResponse = true
    return RawSequences.backgroundRequest
  }

  /// Ends the wait for the response if it is among the given inputs, or after its deadline: many
  /// terminals do not respond.
  func endResponseWait(after inputs: [Input]) {
    guard let responseDeadline else { return }
    let hasResponse = inputs.contains { if case .background = $0 { true } else { false } }
    if hasResponse || Self.clock.now >= responseDeadline { endResponseWait() }
  }

  /// Reads and drops input until the response has arrived or its deadline has passed, before another
  /// program uses the terminal: that program would read the response as typed keys.
  ///
  /// The frame stays on the screen meanwhile, so that nobody types for the other program yet.
  func discardResponse() {
    while let responseDeadline, !isHungUp, device.isInForeground,
      hasInput(until: responseDeadline)
    {
      _ = readKeys()
    }
    endResponseWait()
  }

  private func endResponseWait() {
    responseDeadline = nil
    decoder.expectsResponse = false
  }
}
