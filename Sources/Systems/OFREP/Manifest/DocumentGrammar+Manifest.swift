package import Documents

extension DocumentGrammar {
  /// The manifests of the program `openfeature`.
  package static let manifest = DocumentGrammar(
    readers: "readers of manifests",
    root: MemberTable(
      "$schema",
      ["flags": .flags(MemberTable("key flagType type defaultValue description"))]
    )
  )
}
