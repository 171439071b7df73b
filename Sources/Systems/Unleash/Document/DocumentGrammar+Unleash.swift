package import Documents

extension DocumentGrammar {
  /// The client features of Unleash, and the events that change them.
  package static let unleash = DocumentGrammar(
    readers: "SDKs of Unleash",
    root: MemberTable(
      "version query meta",
      [
        "features": .flags(.flag, name: "name"), "segments": .objects(.segment),
        "events": .objects(
          MemberTable(
            "eventId type featureName project segmentId",
            [
              "features": .flags(.flag, name: "name"), "feature": .objects(.flag),
              "segments": .objects(.segment), "segment": .objects(.segment),
            ]
          )
        ),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let flag = MemberTable(
    "name type enabled project stale description impressionData createdAt lastSeenAt environment",
    [
      "strategies": .objects(.strategy), "variants": .objects(.variant),
      "dependencies": .objects(MemberTable("feature enabled variants")),
    ]
  )

  fileprivate static let strategy = MemberTable(
    "name parameters segments id title sortOrder disabled featureName",
    ["constraints": .objects(.constraint), "variants": .objects(.variant)]
  )

  fileprivate static let constraint = MemberTable(
    "contextName operator values value inverted caseInsensitive"
  )

  fileprivate static let variant = MemberTable(
    "name weight weightType stickiness",
    [
      "payload": .objects(MemberTable("type value")),
      "overrides": .objects(MemberTable("contextName values")),
    ]
  )

  fileprivate static let segment = MemberTable(
    "id name description project createdBy createdAt",
    ["constraints": .objects(.constraint)]
  )
}
