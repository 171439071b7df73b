package import Documents

/// The evaluation counts that an SDK posts to `/api/client/metrics` or `/api/frontend/client/metrics`.
package struct UnleashMetrics: Hashable, Sendable {
  /// The name of the app; `nil` if the SDK does not send it.
  package let appName: String?
  /// The name of the instance of the app; `nil` if the SDK does not send it.
  package let instanceID: String?
  /// The name and the version of the SDK; `nil` if it does not send them.
  package let sdkVersion: String?
  /// The counts of the flags, in the order of the request.
  package let counts: [Count]

  /// The evaluations of one flag.
  package struct Count: Hashable, Sendable {
    /// The name of the flag.
    package let flag: String
    /// The number of evaluations with the result on.
    package let on: Int
    /// The number of evaluations with the result off.
    package let off: Int
    /// The number of evaluations for each variant, by name.
    package let variants: [String: Int]

    fileprivate init(_ flag: String, _ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      self.flag = flag
      on = try fields.value("yes").map(Self.count) ?? 0
      off = try fields.value("no").map(Self.count) ?? 0
      variants = try fields.optionalValues("variants", of: Self.count) ?? [:]
    }

    private static func count(_ node: Node) throws(DocumentError) -> Int {
      guard let number = node.number, let count = Int(exactly: number), count >= 0 else {
        throw node.mismatch(expected: "a count")
      }
      return count
    }
  }

  /// Parses the body of a request.
  ///
  /// - Throws: The path and the line of a missing or malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    appName = try fields.optionalText("appName")
    instanceID = try fields.optionalText("instanceId")
    sdkVersion = try fields.optionalText("sdkVersion")
    // A request without a bucket reports that there were no evaluations.
    let members = try fields.optional("bucket") { node throws(DocumentError) in
      try FieldReader(node).optionalMembers("toggles") ?? []
    }
    var counts: [Count] = []
    for member in members ?? [] {
      do throws(DocumentError) { counts.append(try Count(member.key, member.node)) } catch {
        throw error.inside("bucket.toggles.\(member.key)")
      }
    }
    self.counts = counts
  }
}
