package import Documents

extension DocumentGrammar {
  /// The documents of flagd, whose YAML its daemon converts to JSON.
  package static let flagd = DocumentGrammar(
    readers: "SDKs of flagd",
    yaml: .go,
    root: MemberTable("$schema $evaluators metadata", ["flags": .flags(.flagdFlag)])
  )
}

extension MemberTable {
  fileprivate static let flagdFlag = MemberTable(
    "key state variants defaultVariant targeting metadata flagSetId"
  )
}
