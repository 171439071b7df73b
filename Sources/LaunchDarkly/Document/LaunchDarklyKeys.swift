import Documents
import Targeting

/// The keys of contexts of one kind.
struct LaunchDarklyKeys: Sendable {
  let kind: String
  let list: TextList

  /// Decodes the keys of contexts of any kind.
  init(_ fields: some DocumentFields) throws(DocumentError) {
    kind = try fields.filledText("contextKind") ?? LaunchDarklyContext.userKind
    list = TextList(try fields.strings("values"))
  }

  /// Decodes the keys of users in a list.
  init(users key: StaticString, of fields: some DocumentFields) throws(DocumentError) {
    kind = LaunchDarklyContext.userKind
    list = TextList(try fields.strings(key))
  }

  /// Whether the list has the key of a context.
  func contains(_ context: LaunchDarklyContext) -> Bool {
    context.part(kind).map { list.contains($0.key) } ?? false
  }
}
