import Dashboard
import FeatureFlags
import Networking
import Text

import struct FoundationEssentials.Date

/// The result of loading the source once, and what explains a failure.
struct SourceFacts: Sendable {
  /// A loaded configuration with the name of its format, and the options that name its source.
  struct Success: Sendable {
    let loaded: ConfigurationLoader.Loaded
    let name: String
    let format: String?
    let options: [String]
  }

  let result: Result<Success, Failure>
  /// The time at which the cached configuration was received, which is the fallback of commands; `nil`
  /// if there is no cached configuration.
  var cached: Date?
  /// The certificate of the server, if it is not trusted.
  var certificate: ServerCertificate?
  let timeout: Duration

  /// Loads the source as all commands do, but caches nothing.
  init(_ subject: DoctorSubject) async {
    timeout = subject.source.timeout
    do throws(Failure) {
      let setup = try subject.setup()
      do throws(Failure) {
        let loaded = try await setup.load()
        let format = loaded.bytes.map { FileFormats.format(of: $0, subject.source).name }
        result = .success(
          Success(
            loaded: loaded,
            name: setup.name(of: loaded),
            format: format,
            options: setup.commandOptions
          )
        )
        certificate = loaded.reason.flatMap { certificate(for: $0, subject) }
      } catch {
        result = .failure(error)
        cached = Self.cacheDate(setup)
        if case .source(let error) = error { certificate = certificate(for: error, subject) }
      }
    } catch {
      result = .failure(error)
    }
  }

  /// The date of the cached configuration that a command would use; `nil` for none.
  private static func cacheDate(_ setup: Setup) -> Date? {
    guard setup.origin == .remote else { return nil }
    // Drops the error: a cache that cannot be read is no fallback.
    return (try? setup.workspace.lastGood(for: setup.source))?.date
  }

  /// Reads the certificate of the source's server after an error of TLS.
  private func certificate(
    for error: SourceError,
    _ subject: DoctorSubject
  ) -> ServerCertificate? {
    guard case .unreachable(_, .tls) = error, let name = subject.source.name,
      let start = name.firstRange(of: "https://")?.lowerBound
    else { return nil }
    return ServerCertificate(of: String(name[start...]), within: subject.source.timeout)
  }
}

// MARK: Findings

extension SourceFacts {
  var findings: [DoctorFinding] {
    switch result {
    case .success(let success): [finding(of: success)]
    case .failure(let failure): [finding(of: failure)]
    }
  }

  private func finding(of success: Success) -> DoctorFinding {
    let loaded = success.loaded
    if let reason = loaded.reason {
      return .warning(
        "\(reason)\(certificateText(after: reason)); the fallback is used: \(text(of: success))",
        remedy: SourceRemedy(reason, timeout: timeout).text
      )
    }
    guard loaded.configuration.problemTally.errorCount > 0 else { return .ok(text(of: success)) }
    let words = ["halyard", "check"] + success.options
    return .warning(
      text(of: success),
      remedy: "\(words.map(CommandText.quoted).joined(separator: " ")) lists the errors"
    )
  }

  /// The name, the size, the format and the problems of the configuration, and the times of its request.
  private func text(of success: Success) -> String {
    let configuration = success.loaded.configuration
    let tally = configuration.problemTally
    var parts = [Number.count(configuration.features.count, "feature")]
    if let format = success.format { parts.append("format \(format)") }
    if tally.errorCount > 0 { parts.append(Number.count(tally.errorCount, "error")) }
    if tally.warningCount > 0 { parts.append(Number.count(tally.warningCount, "warning")) }
    if let times = success.loaded.facts?.timings { parts.append(times.phases) }
    return "\(success.name): \(parts.joined(separator: ", "))"
  }

  private func finding(of failure: Failure) -> DoctorFinding {
    guard case .source(let error) = failure else {
      return .failure(failure, remedy: "see 'halyard help sources'")
    }
    let remedy = SourceRemedy(error, timeout: timeout).text
    let text = "\(error)\(certificateText(after: error))"
    guard let cached else { return .failure(text, remedy: remedy, exitCode: failure.exitCode) }
    return .warning(
      "\(text); commands use the configuration of \(cached.formatted(.iso8601)) from the cache",
      remedy: remedy
    )
  }

  /// The validity and the issuer of the certificate, as the end of a sentence; empty if it is unknown.
  private func certificateText(after error: SourceError) -> String {
    guard let certificate else { return "" }
    let (start, end) = (Self.day(certificate.start), Self.day(certificate.end))
    // OpenSSL reports only one problem, and reports an untrusted issuer rather than an expired
    // certificate.
    let hasExpired = Double(certificate.end) < Date().timeIntervalSince1970
    let note = if case .unreachable(_, .tls(_, .expired)) = error { false } else { hasExpired }
    return
      " (\(note ? "expired, " : "")valid from \(start) to \(end), issued by \(certificate.issuer))"
  }

  private static func day(_ seconds: Int64) -> String {
    String(Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).prefix(10))
  }
}

extension HTTPTimings {
  /// The durations of the phases that took time, such as `35 ms (name 1 ms, connection 3 ms)`.
  fileprivate var phases: String {
    let phases = [
      ("name", nameLookup), ("connection", connect), ("TLS", tls), ("response", firstByte),
    ]
    let texts = phases.filter { $0.1 >= .milliseconds(1) }.map { "\($0.0) \($0.1.elapsedText)" }
    return total.elapsedText + (texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))")
  }
}
