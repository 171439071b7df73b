import Files

/// Whether the file with the certificate authorities can be read.
struct ConnectionFacts {
  let options: ConnectionOptions

  init(_ options: ConnectionOptions) { self.options = options }

  var finding: DoctorFinding {
    guard let (path, origin) = options.authorities else { return .ok(options.text) }
    do throws(SystemError) { _ = try FileSystem.read(path, limit: 16 << 20) } catch {
      return .failure(
        "\(path) (\(origin)): cannot be read: \(error.reason)",
        remedy: "correct \(origin), or remove it",
        exitCode: ExitCode.unreadableFile
      )
    }
    return .ok(options.text)
  }
}
