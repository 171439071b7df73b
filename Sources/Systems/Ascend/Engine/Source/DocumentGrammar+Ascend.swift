package import Documents

extension DocumentGrammar {
  /// The responses of an Ascend server.
  package static let ascend = DocumentGrammar(
    readers: "SDKs of Ascend",
    root: MemberTable(
      "error",
      [
        "data": .objects(
          MemberTable("", ["experiment_map": .flags(.experiment, name: "experiment_key")])
        )
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let experiment = MemberTable(
    "experiment_id experiment_key experiment_name status variant_name assigned_at",
    [
      "variant": .objects(
        MemberTable(
          "display_name variant_name",
          ["variables": .objects(MemberTable("key value data_type"))]
        )
      )
    ]
  )
}
