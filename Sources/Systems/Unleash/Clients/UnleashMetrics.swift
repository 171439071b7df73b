package import Documents
package import Targeting

/// The evaluation counts that an SDK posts to `/api/client/metrics` or `/api/frontend/client/metrics`.
package struct UnleashMetrics: Hashable, Sendable {
  /// The name of the app; `nil` if the SDK does not send it.
  package let appName: String?
  /// The name of the instance of the app; `nil` if the SDK does not send it.
  package let instanceID: String?
  /// The name and the version of the SDK; `nil` if it does not send them.
  package let sdkVersion: String?
  /// The evaluation counts of each flag, in the order of the request.
  package let counts: [EvaluationCounts]

  /// Parses the body of a request.
  ///
  /// - Throws: An error with the path and the line of a missing or malformed field.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    appName = try fields.optionalText("appName")
    instanceID = try fields.optionalText("instanceId")
    sdkVersion = try fields.optionalText("sdkVersion")
    // A request without a bucket means that there were no evaluations.
    let members = try fields.optional("bucket") { node throws(DocumentError) in
      try FieldReader(node).optionalMembers("toggles") ?? []
    }
    var counts: [EvaluationCounts] = []
    for member in members ?? [] {
      do throws(DocumentError) { counts.append(try EvaluationCounts(unleash: member)) } catch {
        throw error.inside("bucket.toggles.\(member.key)")
      }
    }
    self.counts = counts
  }
}

extension EvaluationCounts {
  fileprivate init(unleash toggle: Node.Member) throws(DocumentError) {
    self.init(flag: toggle.key)
    let fields = try FieldReader(toggle.node)
    on = try fields.value("yes").map(Self.count) ?? 0
    off = try fields.value("no").map(Self.count) ?? 0
    variants = try fields.optionalValues("variants", of: Self.count) ?? [:]
  }
}
