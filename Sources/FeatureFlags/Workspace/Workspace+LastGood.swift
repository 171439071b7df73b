import Documents
import Files
import FoundationEssentials
import Networking

/// The last good configuration lies in two files: the facts, and the document that they name by its
/// digest.
///
/// The facts are put in place last, and in one step, so that whoever reads them gets one of the two
/// pairs whole, whatever is written or ends in between.
extension Workspace {
  private var factsPath: String { cacheFolder + "/configuration.json" }

  private func documentPath(digest: String) -> String {
    cacheFolder + "/configuration-" + digest.prefix(16)
  }

  /// The configuration that was read last without an error; `nil` if none was kept.
  ///
  /// - Throws: `unreadable`, or `malformed` if its facts cannot be understood, or the document is not
  ///   the one that was kept.
  public func lastGood() throws(WorkspaceError) -> LastGood? {
    // A document can be replaced between reading its facts and reading it, but not for ever.
    for _ in 0..<8 {
      guard let facts = try facts() else { return nil }
      let path = documentPath(digest: facts.digest)
      guard let bytes = try read(path, limit: Limit.documentBytes.maximum) else { continue }
      guard SHA256.digest(of: bytes) == facts.digest else {
        throw .malformed(
          path: path,
          .unexpected(line: nil, found: "another document", wanted: "the one that was kept")
        )
      }
      return LastGood(
        bytes: bytes,
        source: facts.source,
        date: facts.date,
        revision: facts.revision
      )
    }
    throw .malformed(
      path: factsPath,
      .unexpected(
        path: "sha256",
        line: nil,
        found: "no such document",
        wanted: "the one that was kept"
      )
    )
  }

  /// Keeps a configuration that was just read, instead of the one that was kept.
  ///
  /// - Throws: `unwritable`; the one that was kept stays then.
  public func keep(_ lastGood: LastGood) throws(WorkspaceError) {
    let digest = SHA256.digest(of: lastGood.bytes)
    let path = documentPath(digest: digest)
    try update(factsPath, in: cacheFolder) { () throws(WorkspaceError) in
      // One that cannot be read, or is damaged, is written anew like one that is missing.
      let kept = (try? read(path, limit: Limit.documentBytes.maximum)) ?? nil
      if kept.map(SHA256.digest(of:)) != digest { try write(lastGood.bytes, to: path) }
      return ((), Array((Facts(lastGood, digest: digest).text + "\n").utf8))
    }
    try update(factsPath, in: cacheFolder) { () throws(WorkspaceError) in
      // Another program may have kept something else since, whose document must stay.
      try removeDocuments(except: try facts().map { documentPath(digest: $0.digest) })
      return ((), nil)
    }
  }

  /// Forgets the last good configuration.
  ///
  /// - Throws: `unwritable`.
  public func removeLastGood() throws(WorkspaceError) {
    try update(factsPath, in: cacheFolder) { () throws(WorkspaceError) in
      try remove(factsPath)
      try removeDocuments(except: nil)
      return ((), nil)
    }
  }

  private func removeDocuments(except kept: String?) throws(WorkspaceError) {
    // A folder that is not there has nothing to remove.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cacheFolder)) ?? []
    for name in names where name == "configuration" || name.hasPrefix("configuration-") {
      let path = cacheFolder + "/" + name
      if path != kept { try remove(path) }
    }
  }

  private func remove(_ path: String) throws(WorkspaceError) {
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      throw WorkspaceError(writing: path, error)
    }
  }

  private func facts() throws(WorkspaceError) -> Facts? {
    guard let bytes = try read(factsPath) else { return nil }
    do throws(DocumentError) {
      return try Facts(try JSONReader.read(bytes))
    } catch {
      throw .malformed(path: factsPath, error)
    }
  }
}

/// What is kept beside the document.
private struct Facts {
  let source: String
  let date: Date
  let digest: String
  let revision: HTTPRevision?

  init(_ lastGood: LastGood, digest: String) {
    source = lastGood.source
    date = lastGood.date
    revision = lastGood.revision
    self.digest = digest
  }

  init(_ document: Node) throws(DocumentError) {
    let fields = try FieldReader(document)
    source = try fields.text("source")
    date = try fields.value("at", wanted: Date.example, read: Date.init)
    digest = try fields.value("sha256", wanted: "a SHA-256", read: Self.digest)
    revision = HTTPRevision(
      etag: try fields.optionalText("etag"),
      lastModified: try fields.optionalText("lastModified")
    )
  }

  private static func digest(_ node: Node) throws(DocumentError) -> String {
    guard let digest = node.string, digest.utf8.count == 64,
      digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw node.mismatch(wanted: "a SHA-256") }
    return digest
  }

  var text: String {
    var members: [(key: String, value: JSONValue)] = [
      ("source", .string(source)), ("at", .string(date.formatted(.iso8601))),
      ("sha256", .string(digest)),
    ]
    if let etag = revision?.etag { members.append(("etag", .string(etag))) }
    if let date = revision?.lastModified { members.append(("lastModified", .string(date))) }
    return JSONValue.object(members).text(isPretty: true)
  }
}
