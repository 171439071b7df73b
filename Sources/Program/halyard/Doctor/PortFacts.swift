import HTTPServer

/// Whether a server can listen on its address, and which process already listens there.
struct PortFacts: Sendable {
  let address: ListenAddress
  /// Whether the user has chosen the address.
  let isChosen: Bool
  /// The reason why a server cannot listen; `nil` if it can.
  let error: HTTPServerError?
  /// The process that listens, such as `halyard (process 4711)`; `nil` if it is unknown.
  let owner: String?

  var finding: DoctorFinding {
    guard let error else { return .ok("\(address) is free, for serve and --serve") }
    let text = "\(error)" + (owner.map { ", by \($0)" } ?? "")
    guard isChosen else { return .warning(text, remedy: remedy) }
    return .failure(text, remedy: remedy, exitCode: Failure.server(error).exitCode)
  }

  private var remedy: String {
    let next = address.port >= 1_024 && address.port < .max ? address.port + 1 : 8_017
    let keepsHost =
      if case .notBound(_, let failure)? = error {
        failure == .addressInUse || failure == .denied
      } else { false }
    let other = ListenAddress(host: keepsHost ? address.host : "127.0.0.1", port: next)
    return owner == nil
      ? "choose another address: halyard serve --listen \(other)"
      : "choose another port: halyard serve --listen \(other); or end that process"
  }
}

extension PortFacts {
  /// Tests the address by listening on it for a moment.
  init(_ subject: DoctorSubject) {
    address = subject.address
    isChosen = subject.isAddressChosen
    do throws(HTTPServerError) {
      try address.probe()
      (error, owner) = (nil, nil)
    } catch {
      self.error = error
      // For any other error, a process that uses the same port of another address is not the cause.
      guard case .notBound(_, .addressInUse) = error else {
        owner = nil
        return
      }
      owner = ListeningProcess.description(port: address.port)
    }
  }
}
