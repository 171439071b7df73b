import Files

/// Whether the file with the certificate authorities can be read, and has certificates.
struct ConnectionFacts {
  let options: ConnectionOptions

  init(_ options: ConnectionOptions) { self.options = options }

  var finding: DoctorFinding {
    guard let (path, origin) = options.authorities else { return .ok(options.text) }
    let defect: String?
    do throws(SystemError) {
      let bytes = try FileSystem.read(path, limit: 16 << 20)
      defect = AuthorityDefect(in: bytes)?.description
    } catch {
      defect = "cannot be read: \(error.reason)"
    }
    guard let defect else { return .ok(options.text) }
    return .failure(
      "\(path) (\(origin)): \(defect)",
      remedy: "correct \(origin), or remove it",
      exitCode: ExitCode.unreadableFile
    )
  }
}
