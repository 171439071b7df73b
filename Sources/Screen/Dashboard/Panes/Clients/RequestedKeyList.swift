import Text

/// Keys that clients have requested, sorted by key, with the cursor.
struct RequestedKeyList: Sendable {
  /// The keys that match the search, in a stable order.
  private(set) var shown: [RequestedKey] = []
  var cursor = ListCursor()

  /// The key under the cursor; `nil` if the list is empty.
  var selected: RequestedKey? {
    shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil
  }

  /// The maximum number of bytes of a key that are searched.
  private static let searchLimit = 256

  /// Replaces the keys; the cursor stays on the same key.
  mutating func update(_ keys: [RequestedKey], words: [[UInt8]]) {
    let selected = selected?.key
    shown = keys.filter { key in
      let start = String(decoding: key.key.utf8.prefix(Self.searchLimit), as: UTF8.self)
      return FoldedText.contains(words, in: FoldedText.bytes(of: start))
    }.sorted { $0.key < $1.key }
    if let selected, let index = shown.firstIndex(where: { $0.key == selected }) {
      cursor.follow(rows: index - cursor.selected)
    }
  }
}
