// Exported, so that apps use the members of `DataValue` with the import of this library alone.
@_exported public import enum FeatureFlags.AttributeValue

/// A JSON value: a user's attribute, the value of a condition, or a part of a JSON variable.
public typealias DataValue = AttributeValue
