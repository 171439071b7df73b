// Exported, so that an app needs no second import to use the members of `DataValue`.
@_exported public import enum FeatureFlags.AttributeValue

/// A JSON value: a user's attribute, the value of a condition, or a part of a JSON variable.
public typealias DataValue = AttributeValue
