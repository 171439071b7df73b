package import Documents

extension DocumentGrammar {
  /// The bulk responses of an OFREP server.
  package static let ofrep = DocumentGrammar(
    readers: "OFREP providers",
    root: MemberTable(
      "metadata eventStreams",
      ["flags": .flags(MemberTable("key value reason variant metadata errorCode errorDetails"))]
    )
  )
}
