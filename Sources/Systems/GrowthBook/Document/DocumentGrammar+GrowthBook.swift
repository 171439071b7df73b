package import Documents

extension DocumentGrammar {
  /// The features of GrowthBook: the body of its API, or the object of the features alone.
  package static let growthBook = DocumentGrammar(
    readers: "SDKs of GrowthBook",
    root: MemberTable(
      """
      status dateUpdated savedGroups encryptedFeatures encryptedExperiments encryptedSavedGroups \
      encryptedContextualBandits
      """,
      [
        "features": .flags(.feature), "experiments": .objects(.experiment),
        "contextualBandits": .map(.objects(.bandit)),
      ]
    ),
    bare: .flags(.feature)
  )
}

extension MemberTable {
  fileprivate static let feature = MemberTable("defaultValue metadata", ["rules": .objects(.rule)])

  fileprivate static let rule = MemberTable(
    """
    id condition force coverage range variations weights ranges key hashAttribute fallbackAttribute \
    hashVersion seed namespace name phase bucketVersion minBucketVersion disableStickyBucketing \
    contextualBanditRef contextualVariations tracks
    """,
    parts
  )

  /// An experiment on pages, which only browsers evaluate.
  fileprivate static let experiment = MemberTable(
    """
    key status variations weights ranges coverage condition hashAttribute fallbackAttribute hashVersion \
    seed namespace name phase bucketVersion minBucketVersion disableStickyBucketing urlPatterns manual \
    changeId active force url include groups persistQueryString
    """,
    parts
  )

  /// The objects that rules and experiments have in common.
  private static var parts: KeyValuePairs<String, Part> {
    [
      "parentConditions": .objects(MemberTable("id condition gate")),
      "filters": .objects(MemberTable("seed ranges attribute hashVersion")),
      "meta": .objects(MemberTable("key name passthrough")),
    ]
  }

  fileprivate static let bandit = MemberTable(
    "banditVersion",
    ["contexts": .objects(MemberTable("leafId condition weights"))]
  )
}
