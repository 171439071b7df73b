import Documents
import Files
public import FoundationEssentials
public import Networking

/// The last known good configuration, as it was received, with its metadata.
public struct LastGood: Hashable, Sendable {
  /// The document of the configuration, byte for byte.
  public var bytes: [UInt8]
  /// The name of the source that returned the document.
  public var source: String
  /// The time at which the document was received.
  public var date: Date
  /// The ETag and modification date of the response; `nil` if the server sent neither.
  public var revision: HTTPRevision?

  /// Creates a record of a received document.
  public init(bytes: [UInt8], source: String, date: Date, revision: HTTPRevision? = nil) {
    self.bytes = bytes
    self.source = source
    self.date = date
    self.revision = revision
  }
}

/// Caches the last known good configuration: a document, and a metadata file with the digest of the
/// document.
///
/// The metadata file is replaced last and atomically, so that a reader gets metadata and document
/// of the same version, even if a writer is killed in between. The configuration that was cached
/// before the current one is stored beside it, with a metadata file of its own.
extension Workspace {
  private var metadataPath: String { cacheFolder + "/configuration.json" }
  private var previousPath: String { cacheFolder + "/previous.json" }

  private func documentPath(digest: String) -> String {
    cacheFolder + "/configuration-" + digest.prefix(16)
  }

  /// Reads the cached last known good configuration; returns `nil` if there is none.
  ///
  /// - Throws: `unreadable`, or `malformed` if the metadata cannot be parsed or does not match the
  ///   digest of the document.
  public func lastGood() throws(WorkspaceError) -> LastGood? {
    try cached(metadataPath)
  }

  /// Reads the configuration that was cached before the last known good one; returns `nil` if the
  /// content of the source has not changed since it was first cached.
  ///
  /// Only a document of the same source is stored as the previous one.
  ///
  /// - Throws: `unreadable`, or `malformed` if the metadata cannot be parsed or does not match the
  ///   digest of the document.
  package func previous() throws(WorkspaceError) -> LastGood? {
    // A writer that is killed before it replaces the metadata leaves two references to one document.
    guard let metadata = try metadata(previousPath),
      try self.metadata(metadataPath)?.digest != metadata.digest
    else { return nil }
    return try cached(previousPath)
  }

  private func cached(_ metadataPath: String) throws(WorkspaceError) -> LastGood? {
    // Retries: another program may have replaced the document after the metadata was read.
    for _ in 0..<8 {
      guard let metadata = try metadata(metadataPath) else { return nil }
      let path = documentPath(digest: metadata.digest)
      guard let bytes = try file(path).read(limit: InputLimit.documentBytes.maximum) else {
        continue
      }
      guard SHA256.digest(of: bytes) == metadata.digest else {
        throw .malformed(
          path: path,
          .unexpected(line: nil, found: "another document", expected: "the cached one")
        )
      }
      return LastGood(
        bytes: bytes,
        source: metadata.source,
        date: metadata.date,
        revision: metadata.revision
      )
    }
    throw .malformed(
      path: metadataPath,
      .unexpected(
        path: "sha256",
        line: nil,
        found: "no such document",
        expected: "the cached one"
      )
    )
  }

  /// Caches a configuration; the previously cached one remains until the next change of content.
  ///
  /// - Throws: `unwritable` or `locked`; the cache is unchanged.
  public func keep(_ lastGood: LastGood) throws(WorkspaceError) {
    let digest = SHA256.digest(of: lastGood.bytes)
    let path = documentPath(digest: digest)
    try file(metadataPath).update { () throws(WorkspaceError) in
      // Drops the error: a document that cannot be read is replaced like a missing one.
      let cached = (try? file(path).read(limit: InputLimit.documentBytes.maximum)) ?? nil
      if cached?.isEqual(to: lastGood.bytes) != true {
        try file(path).replace(with: lastGood.bytes)
      }
      try keepPrevious(replacedBy: lastGood, digest: digest)
      return ((), Array((Metadata(lastGood, digest: digest).text + "\n").utf8))
    }
    try file(metadataPath).update { () throws(WorkspaceError) in
      // Another program may have replaced the metadata in the meantime: the documents to which its
      // metadata refers are kept too.
      let metadata = [try metadata(metadataPath), previousMetadata].compactMap(\.self)
      try removeDocuments(except: metadata.map { documentPath(digest: $0.digest) })
      return ((), nil)
    }
  }

  /// The metadata of the previous configuration; `nil` if it cannot be read.
  private var previousMetadata: Metadata? {
    // Drops the error: a damaged reference to the previous document is replaced with the next one.
    (try? metadata(previousPath)) ?? nil
  }

  /// Stores a reference to the cached configuration, before a document with different content replaces it.
  private func keepPrevious(
    replacedBy lastGood: LastGood,
    digest: String
  ) throws(WorkspaceError) {
    // Drops the error: damaged metadata is replaced like missing metadata.
    guard let cached = (try? metadata(metadataPath)) ?? nil, cached.source == lastGood.source else {
      return try file(previousPath).remove()
    }
    guard cached.digest != digest else { return }
    try file(previousPath).replace(with: Array((cached.text + "\n").utf8))
  }

  /// Removes the cached configuration and the previous one.
  ///
  /// - Throws: `unwritable` or `locked`; the cache may be unchanged.
  public func removeLastGood() throws(WorkspaceError) {
    try file(metadataPath).update { () throws(WorkspaceError) in
      try file(metadataPath).remove()
      try file(previousPath).remove()
      try removeDocuments(except: [])
      return ((), nil)
    }
  }

  private func removeDocuments(except used: [String]) throws(WorkspaceError) {
    // Drops the error: a missing folder has no files to remove.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cacheFolder)) ?? []
    for name in names where name == "configuration" || name.hasPrefix("configuration-") {
      let path = cacheFolder + "/" + name
      if !used.contains(path) { try file(path).remove() }
    }
  }

  private func metadata(_ path: String) throws(WorkspaceError) -> Metadata? {
    try file(path).read { bytes throws(DocumentError) in try Metadata(try JSONReader.read(bytes)) }
  }
}

/// The metadata of a cached document, as the metadata file stores it.
private struct Metadata {
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
    date = try fields.value("at", expected: Date.example, read: Date.init)
    digest = try fields.value("sha256", expected: "a SHA-256", read: Self.digest)
    revision = HTTPRevision(
      etag: try fields.optionalText("etag"),
      lastModified: try fields.optionalText("lastModified")
    )
  }

  private static func digest(_ node: Node) throws(DocumentError) -> String {
    guard let digest = node.string, digest.utf8.count == 64,
      digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw node.mismatch(expected: "a SHA-256") }
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
