package import Documents

import struct FoundationEssentials.Date

/// One line of a history file: the base of the following operations, or an operation.
struct HistoryLine: Hashable, Sendable {
  var content: Content
  /// The revisions of the overrides before and after the commit (a set of operations that was written at
  /// once); `nil` except in the last line of a commit.
  var commit: Commit?

  /// The overrides before the first operation of the file, or an operation.
  enum Content: Hashable, Sendable {
    /// The overrides before the operations of the file.
    case base([OverrideKey: Override])
    case operation(OverrideOperation)
  }

  /// The revisions that identify a commit.
  struct Commit: Hashable, Sendable {
    let before: OverrideRevision
    let after: OverrideRevision
    /// Whether the commit was applied: the overrides file was replaced after the line was written, or needed
    /// no change.
    ///
    /// A line without the member `applied`, such as a line of an earlier version of the program, counts as
    /// applied.
    var isApplied = true
  }
}

// MARK: Encoding

extension HistoryLine {
  /// The line as UTF-8 bytes, with a line break.
  var bytes: [UInt8] {
    var members: [(key: String, value: JSONValue)]
    switch content {
    case .base(let overrides):
      members = [("base", JSONValue(overrides) { $1.storedMembers })]
    case .operation(let operation): members = operation.members
    }
    if let commit {
      members.append(("before", .string(commit.before.text)))
      members.append(("after", .string(commit.after.text)))
      if !commit.isApplied { members.append((Self.appliedKey, .integer(0))) }
    }
    return Array((JSONValue.object(members).text() + "\n").utf8)
  }

  private static let appliedKey = "applied"

  /// The byte that marks the commit of a line as applied: it replaces the 0 of the last member.
  static let appliedMark = UInt8(ascii: "1")
  /// The distance of the replaced byte from the end of the line.
  static let appliedDistance = "0}\n".utf8.count
}

extension OverrideOperation {
  /// The operation as members of a JSON object.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("id", .string(id)), ("at", .string(date.formatted(.iso8601))),
    ]
    if let author { members.append(("by", .string(author))) }
    if let program { members.append(("program", .string(program))) }
    if let preset { members.append(("preset", .string(preset))) }
    members.append(("kind", .string(kind.name.rawValue)))
    if let reverted = kind.reverted { members.append(("of", .string(reverted))) }
    let changes = Dictionary(changes.map { ($0.key, $0) }) { $1 }
    let sides = JSONValue(changes) { _, change in
      [("from", change.from?.storedJSON ?? .null), ("to", change.to?.storedJSON ?? .null)]
    }
    return members + [("changes", sides)]
  }
}

extension OverrideOperation.Kind {
  /// The kind of an operation without its associated values, as the history spells it.
  fileprivate enum Name: String, CaseIterable {
    case change, delete, undo, redo, bisection, expiry, edit
  }

  fileprivate var name: Name {
    switch self {
    case .change: .change
    case .delete: .delete
    case .undo: .undo
    case .redo: .redo
    case .bisection: .bisection
    case .expiry: .expiry
    case .edit: .edit
    }
  }

  /// The name of the kind in the history, such as `change`.
  package var nameText: String { name.rawValue }

  /// The identifier of the undone or redone operation; `nil` for other kinds.
  package var reverted: String? {
    switch self {
    case .undo(let id), .redo(let id): id
    case .change, .delete, .bisection, .expiry, .edit: nil
    }
  }

  fileprivate init(_ name: Name, _ fields: FieldReader) throws(DocumentError) {
    self =
      switch name {
      case .change: .change
      case .delete: .delete
      case .undo: .undo(try fields.text("of"))
      case .redo: .redo(try fields.text("of"))
      case .bisection: .bisection
      case .expiry: .expiry
      case .edit: .edit
      }
  }
}

// MARK: Decoding

extension HistoryLine {
  /// Parses a line.
  ///
  /// - Throws: The error of the first problem; its line number is relative to the start of the bytes.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    let node = try JSONReader.read(bytes)
    let fields = try FieldReader(node)
    if fields.value("base") != nil {
      content = .base(try fields.overrides("base"))
    } else {
      content = .operation(try OverrideOperation(fields))
    }
    if fields.value("after") != nil {
      commit = Commit(
        before: OverrideRevision(try fields.text("before")),
        after: OverrideRevision(try fields.text("after")),
        isApplied: fields.value(Self.appliedKey)?.number != 0
      )
    }
  }
}

extension OverrideOperation {
  /// Decodes an operation.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  package init(_ fields: FieldReader) throws(DocumentError) {
    let id = try fields.text("id")
    let signature = Signature(
      date: try fields.value("at", expected: Date.example, read: Date.init),
      author: try fields.optionalText("by"),
      program: try fields.optionalText("program"),
      preset: try fields.optionalText("preset")
    )
    let kind = try Kind(try fields.choice("kind", of: Kind.Name.self), fields)
    let sides =
      try fields.contains("changes") ? fields.scopedValues("changes", of: Self.sides) : [:]
    let changes = sides.sorted { $0.key < $1.key }.map { key, sides in
      Change(key, from: sides.from, to: sides.to)
    }
    self.init(id: id, signature, kind, changes)
  }

  private static func sides(
    _ node: Node
  ) throws(DocumentError) -> (from: Override?, to: Override?) {
    let fields = try FieldReader(node)
    return (
      try fields.optional("from", read: Override.init),
      try fields.optional("to", read: Override.init)
    )
  }
}
