package import Documents

extension DocumentGrammar {
  /// The grammar of Firebase Remote Config templates.
  package static let remoteConfigTemplate = DocumentGrammar(
    readers: "SDKs of Remote Config",
    root: MemberTable(
      "etag",
      [
        "conditions": .objects(MemberTable("name expression condition tagColor description")),
        "parameters": .flags(.parameter),
        "parameterGroups": .map(
          .objects(MemberTable("description", ["parameters": .flags(.parameter)]))
        ),
        "version": .objects(
          MemberTable(
            """
            versionNumber updateTime updateUser updateOrigin updateType description rollbackSource isLegacy
            """
          )
        ),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let parameter = MemberTable(
    "description valueType",
    [
      "defaultValue": .objects(.parameterValue),
      "conditionalValues": .map(.objects(.parameterValue)),
    ]
  )

  fileprivate static let parameterValue = MemberTable(
    "value useInAppDefault",
    [
      "personalizationValue": .objects(MemberTable("personalizationId")),
      "rolloutValue": .objects(MemberTable("rolloutId value percent")),
      "experimentValue": .objects(MemberTable("experimentId variantValue exposurePercent")),
    ]
  )
}
