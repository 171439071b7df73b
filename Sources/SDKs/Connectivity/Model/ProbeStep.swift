import Networking

/// A step of a probe's request; the cases are in chronological order.
package enum ProbeStep: CaseIterable {
  /// The name resolution.
  case nameLookup
  /// The time to open the connection.
  case connect
  /// The TLS handshake; zero without TLS.
  case tls
  /// The time from the end of the handshake to the first byte of the response.
  case firstByte
  /// The time from the first byte to the last byte of the response, and all time that no other step
  /// covers.
  case rest
}

extension ConnectivityProbe {
  /// The duration of the whole request; `nil` without a response.
  package var requestDuration: Duration? { timings?.total }

  /// The duration of a step of the request; zero without a response.
  package func duration(of step: ProbeStep) -> Duration {
    guard let timings else { return .zero }
    return switch step {
    case .nameLookup: timings.nameLookup
    case .connect: timings.connect
    case .tls: timings.tls
    case .firstByte: timings.firstByte
    case .rest:
      timings.total - timings.nameLookup - timings.connect - timings.tls - timings.firstByte
    }
  }
}
