package import Documents

extension DocumentGrammar {
  /// The datafiles of Optimizely.
  package static let datafile = DocumentGrammar(
    readers: "SDKs of Optimizely",
    root: MemberTable(
      """
      version revision projectId accountId sdkKey environmentKey region anonymizeIP botFiltering \
      sendFlagDecisions variables layers
      """,
      [
        "featureFlags": .flags(.flag), "experiments": .objects(.experiment),
        "rollouts": .objects(MemberTable("id", ["experiments": .objects(.experiment)])),
        "groups": .objects(
          MemberTable(
            "id policy",
            ["trafficAllocation": .objects(.traffic), "experiments": .objects(.experiment)]
          )
        ),
        "audiences": .objects(.audience), "typedAudiences": .objects(.audience),
        "attributes": .objects(MemberTable("id key")),
        "events": .objects(MemberTable("id key experimentIds")),
        "integrations": .objects(MemberTable("key host publicKey pixelUrl")),
        "holdouts": .objects(.holdout), "localHoldouts": .objects(.holdout),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let flag = MemberTable(
    "id key rolloutId experimentIds",
    ["variables": .objects(MemberTable("id key type subType defaultValue"))]
  )

  fileprivate static let experiment = MemberTable(
    "id key status layerId audienceIds forcedVariations type",
    [
      "variations": .objects(.variation), "trafficAllocation": .objects(.traffic),
      "audienceConditions": .objects(.condition),
      "cmab": .objects(MemberTable("trafficAllocation attributeIds")),
    ]
  )

  fileprivate static let variation = MemberTable(
    "id key featureEnabled",
    ["variables": .objects(MemberTable("id value"))]
  )

  fileprivate static let traffic = MemberTable("entityId endOfRange")

  fileprivate static let audience = MemberTable("id name", ["conditions": .objects(.condition)])

  fileprivate static let condition = MemberTable("name type match value")

  fileprivate static let holdout = MemberTable(
    """
    id key status layerId audienceIds includedRules includedFlags excludedFlags excludeTargetedDeliveries
    """,
    [
      "variations": .objects(.variation), "trafficAllocation": .objects(.traffic),
      "audienceConditions": .objects(.condition),
    ]
  )
}
