import Documents
import FeatureFlags
import Frame
import Text

/// The dialog that shows a JSON value as a tree, edits its scalars, and compares it with other values of the
/// same variable.
///
/// Not a ``Menu``, because its rows fold, and because a text field below the rows edits a scalar.
struct JSONDialog: Dialog {
  /// The page of the dialog.
  private enum Page { case tree, difference }

  private(set) var feature: Feature
  private(set) var variable: VariableRow
  private var versions: [JSONVersion] = []
  /// The index of the shown value.
  private var shown = 0
  /// The index of the value with which the shown one is compared.
  private var base = 0
  /// The title of the value that the user chose for the comparison; `nil` for the usual one.
  private var chosenBase: String?
  private var page = Page.tree
  private(set) var outline = JSONOutline(.null)
  private(set) var changes: [JSONDifference.Change] = []
  private(set) var treeCursor = ListCursor()
  private(set) var changeCursor = ListCursor()
  private(set) var search = SearchField()
  /// The node at which the search started.
  private var searchStart = 0
  private(set) var edit: VariableEdit?
  /// The path of the edited scalar.
  private var editedPath: [JSONTree.Step] = []
  private let isReadOnly: Bool
  /// Whether closing opens the list of variables.
  private let returnsToVariables: Bool

  /// Creates the dialog; `nil` for a feature without a JSON value.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - name: The name of the variable; `nil` for the first JSON variable.
  ///   - isReadOnly: Whether the value cannot be edited.
  ///   - returnsToVariables: Whether closing opens the list of variables.
  init?(
    _ feature: Feature,
    variable name: String? = nil,
    isReadOnly: Bool,
    returnsToVariables: Bool = false
  ) {
    let rows = feature.jsonRows
    guard let row = name == nil ? rows.first : rows.first(where: { $0.name == name }) else {
      return nil
    }
    self.feature = feature
    self.isReadOnly = isReadOnly
    self.returnsToVariables = returnsToVariables
    variable = row
    show(row)
  }

  enum Command: String, DialogCommand {
    case act, unfold, fold, foldAll, difference, version, base, variable, nextMatch, previousMatch
    case reset, openEditor, close

    static let name = "json"
    static let title = "JSON value"
    static let opener: Action? = .find(.json)

    var row: DialogKeyRow {
      switch self {
      case .act:
        DialogKeyRow([.enter, .character(" ")], "fold, unfold or edit; go to the changed value")
      case .unfold: DialogKeyRow([.right, .character("l")], "unfold, or go to the first member")
      case .fold: DialogKeyRow([.left, .character("h")], "fold, or go to the enclosing value")
      case .foldAll: DialogKeyRow([.character("_")], "fold or unfold all")
      case .difference: DialogKeyRow([.character("d")], "show the difference, or the value")
      case .version:
        DialogKeyRow([.character("v")], "show the override, the source, or a variation")
      case .base: DialogKeyRow([.character("V")], "in the difference, compare with the next value")
      case .variable: DialogKeyRow([.tab], "go to the next JSON variable")
      case .nextMatch: DialogKeyRow([.character("n")], "go to the next match")
      case .previousMatch: DialogKeyRow([.character("N")], "go to the previous match")
      case .reset: DialogKeyRow([.character("o")], "reset the variable")
      case .openEditor: DialogKeyRow([.character("E")], "edit the whole value in your editor")
      case .close: DialogKeyRow([.escape, .character("q"), .character("J")])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  var isTyping: Bool { edit != nil || search.isTyping }

  var hints: [Hint] {
    if edit != nil { return [Hint("type", "JSON"), Hint("enter", "set"), Hint("esc", "cancel")] }
    if search.isTyping {
      return [
        Hint("type", "to find"), Hint("↑ ↓", "matches"), Hint("enter", "keep"), Hint("esc", "back"),
      ]
    }
    let version = versions.count > 1 ? [Hint("v", "other value")] : []
    let close = [Hint("esc", "close")]
    guard page == .tree else {
      return [Hint("↑ ↓", "move"), Hint("enter", "go to value")] + version
        + [Hint("V", "compare with"), Hint("d", "value")] + close
    }
    let index = outline.rows[treeCursor.selected]
    let verb = outline.isUnfolded(index) ? "fold" : "unfold"
    let act = outline.hasContent(index) ? [Hint("enter", verb)] : []
    let edit = isEditable(index) ? [Hint("enter", "edit")] : []
    let find = search.words.isEmpty ? [Hint("/", "find")] : [Hint("n N", "matches")]
    let difference = versions.count > 1 ? [Hint("d", "difference")] : []
    let editor = canEdit ? [Hint("E", "editor")] : []
    let reset = canEdit && variable.isOverridden ? [Hint("o", "reset")] : []
    return [Hint("↑ ↓", "move")] + act + edit + difference + version + editor + reset + find
      + [Hint("_", "fold all")] + close
  }
}

// MARK: Values

extension JSONDialog {
  /// Whether the shown value can be edited: only the active one can, since an edit becomes the override.
  private var canEdit: Bool { !isReadOnly && shown == 0 && variable.value != nil }

  private func isEditable(_ index: Int) -> Bool {
    canEdit && !outline.hasContent(index)
  }

  var shownVersion: JSONVersion { versions[shown] }
  var baseVersion: JSONVersion { versions[base] }
  var isDifference: Bool { page == .difference }

  /// Shows the active value of another variable.
  private mutating func show(_ row: VariableRow) {
    variable = row
    versions = feature.jsonVersions(of: row)
    (shown, chosenBase) = (0, nil)
    (page, treeCursor, changeCursor) = (.tree, ListCursor(), ListCursor())
    outline = JSONOutline(versions[0].json)
  }

  /// The value with which the shown one is compared at first: the source of an override; otherwise the first
  /// value that differs.
  private var usualBase: Int {
    if shown == 0, variable.isOverridden, versions.count > 1 { return 1 }
    let others = versions.indices.filter { $0 != shown }
    return others.first { versions[$0].value != shownVersion.value } ?? others.first ?? shown
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    guard let row = feature.jsonRows.first(where: { $0.name == variable.name }) else {
      return false
    }
    let old = versions
    let title = shownVersion.title
    variable = row
    versions = feature.jsonVersions(of: row)
    guard versions != old else { return true }
    // The title of the active value changes when it is overridden.
    if shown > 0 { shown = versions.firstIndex { $0.title == title } ?? 0 }
    let path = selectedPath
    reload()
    treeCursor.selected = outline.reveal(outline.node(at: path).index)
    if edit != nil, !outline.node(at: editedPath).isExact { edit = nil }
    return true
  }

  /// Creates the rows of the shown value, and the changes if the difference is visible.
  private mutating func reload() {
    outline = JSONOutline(shownVersion.json, keepingFoldsOf: outline)
    if page == .difference { compare() }
  }

  private mutating func compare() {
    let chosen = versions.firstIndex { $0.title == chosenBase }
    base = chosen.flatMap { $0 == shown ? nil : $0 } ?? usualBase
    changes = JSONDifference(from: baseVersion.json, to: shownVersion.json).changes
    changeCursor.settle(count: changes.count, height: .max)
  }

  /// The path of the value under the cursor of the tree.
  private var selectedPath: [JSONTree.Step] {
    outline.path(of: outline.rows[treeCursor.selected])
  }
}

// MARK: Keys

extension JSONDialog {
  mutating func press(_ key: Key, screen: Size) -> Request {
    let height = Self.height(screen: screen)
    defer {
      treeCursor.settle(count: outline.rows.count, height: height)
      changeCursor.settle(count: changes.count, height: height)
    }
    guard edit == nil else { return pressInEdit(key) }
    if page == .tree, searches(key) { return .stay }
    guard let command = Self.commands[key] else {
      if page == .tree {
        _ = treeCursor.press(key, count: outline.rows.count, height: height)
      } else {
        _ = changeCursor.press(key, count: changes.count, height: height)
      }
      return .stay
    }
    return perform(command)
  }

  private mutating func perform(_ command: Command) -> Request {
    switch command {
    case .close: return close()
    case .difference: return switchPage()
    case .version: return showNextVersion()
    case .base: compareWithNextVersion()
    case .variable: return showNextVariable()
    case .openEditor: return canEdit ? .edit(variable, feature.name) : .stay
    case .reset:
      return canEdit && variable.isOverridden ? .run([setVariable(nil)]) : .stay
    case .act, .unfold, .fold, .foldAll, .nextMatch, .previousMatch:
      if page == .tree {
        moveInTree(command)
      } else if command == .act, changes.indices.contains(changeCursor.selected) {
        let path = changes[changeCursor.selected].path
        page = .tree
        treeCursor.selected = outline.reveal(outline.node(at: path).index)
      }
    }
    return .stay
  }

  private func close() -> Request {
    guard returnsToVariables, let list = VariablesDialog(feature, selecting: variable.name) else {
      return .close
    }
    return .open(list)
  }

  private mutating func switchPage() -> Request {
    guard page == .tree else {
      page = .tree
      return .stay
    }
    guard versions.count > 1 else { return Self.noOtherValue }
    page = .difference
    changeCursor = ListCursor()
    compare()
    return .stay
  }

  /// Shows the next value of the variable; in the difference, skips the value that is compared with.
  private mutating func showNextVersion() -> Request {
    guard versions.count > 1 else { return Self.noOtherValue }
    shown = (shown + 1) % versions.count
    if isDifference, shown == base { shown = (shown + 1) % versions.count }
    let path = selectedPath
    reload()
    treeCursor.selected = outline.visibleRow(around: outline.node(at: path).index)
    return .stay
  }

  private static let noOtherValue = Request.notice(
    Notice("There is no other value to compare with.", kind: .information)
  )

  /// Compares with the next value of the variable except the shown one.
  private mutating func compareWithNextVersion() {
    guard isDifference else { return }
    base = (base + 1) % versions.count
    if base == shown { base = (base + 1) % versions.count }
    chosenBase = baseVersion.title
    compare()
  }

  private mutating func showNextVariable() -> Request {
    let rows = feature.jsonRows
    guard rows.count > 1, let index = rows.firstIndex(where: { $0.name == variable.name }) else {
      return .notice(Notice("The feature has no other JSON value.", kind: .information))
    }
    show(rows[(index + 1) % rows.count])
    return .stay
  }

  private mutating func moveInTree(_ command: Command) {
    let row = treeCursor.selected
    let index = outline.rows[row]
    let (hasContent, isUnfolded) = (outline.hasContent(index), outline.isUnfolded(index))
    switch command {
    case .act:
      if hasContent { outline.setOpen(!isUnfolded, row: row) } else { startEdit(of: index) }
    case .unfold:
      if isUnfolded { treeCursor.selected += 1 } else { outline.setOpen(true, row: row) }
    case .fold:
      if isUnfolded {
        outline.setOpen(false, row: row)
      } else if let parent = outline.nodes[index].parent {
        treeCursor.selected = outline.row(of: parent)
      }
    case .foldAll:
      outline.toggleAll()
      treeCursor.selected = outline.visibleRow(around: index)
    case .nextMatch: goToMatch(from: index + 1, step: 1)
    case .previousMatch: goToMatch(from: index - 1, step: -1)
    case .difference, .version, .base, .variable, .reset, .openEditor, .close: break
    }
  }
}

// MARK: Search

extension JSONDialog {
  /// Applies a key press to the text of the search.
  ///
  /// - Returns: Whether the search has handled the key.
  private mutating func searches(_ key: Key) -> Bool {
    let (index, wasTyping) = (outline.rows[treeCursor.selected], search.isTyping)
    if wasTyping {
      switch key {
      case .enter: search.keep()
      case .down: goToMatch(from: index + 1, step: 1)
      case .up: goToMatch(from: index - 1, step: -1)
      case _: return edits(key)
      }
      return true
    }
    guard edits(key) else { return false }
    searchStart = index
    return true
  }

  /// Applies a key press that starts, edits or ends the search, and goes to the first match.
  private mutating func edits(_ key: Key) -> Bool {
    switch search.press(key) {
    case .ignored: return false
    case .unchanged: return true
    case .changed:
      goToFirstMatch()
      return true
    }
  }

  /// Goes to the first match from the node at which the search started, or back to that node.
  private mutating func goToFirstMatch() {
    guard search.isTyping else {
      treeCursor.selected = outline.reveal(min(searchStart, outline.nodes.count - 1))
      return
    }
    goToMatch(from: searchStart, step: 1)
  }

  private mutating func goToMatch(from start: Int, step: Int) {
    guard let index = outline.match(of: search.words, from: start, step: step) else { return }
    treeCursor.selected = outline.reveal(index)
  }

  mutating func type(_ text: String) {
    guard edit == nil else { edit?.type(text); return }
    insert(text)
  }

  mutating func paste(_ text: String) {
    guard edit == nil else { edit?.paste(text); return }
    insert(text)
  }

  private mutating func insert(_ text: String) {
    guard search.isTyping, search.insert(text) else { return }
    goToFirstMatch()
  }
}

// MARK: Editing

extension JSONDialog {
  /// Opens the text field with a scalar, or with an empty object or list.
  private mutating func startEdit(of index: Int) {
    guard isEditable(index) else { return }
    editedPath = outline.path(of: index)
    let text = outline.nodes[index].value.text()
    edit = VariableEdit(
      VariableRow(
        name: editedPath.isEmpty ? variable.name : editedPath.pathText,
        type: .json,
        value: .json(text),
        configured: nil,
        isOverridden: false
      )
    )
  }

  private mutating func pressInEdit(_ key: Key) -> Request {
    if key == .escape || key == .enter && edit?.isTouched == false {
      edit = nil
    } else if key == .enter {
      let (document, path) = (shownVersion.json, editedPath)
      let (feature, name) = (feature, variable.name)
      let value = edit?.value { text throws(OverrideError) in
        guard let json = JSONValue(parsing: text) else {
          throw .wrongValue(variable: name, found: text, expected: .json)
        }
        var tree = JSONTree(document)
        tree.update(at: path) { $0 = JSONTree(json) }
        return try feature.value(tree.text, for: name)
      }
      guard let value else { return .stay }
      edit = nil
      return .run([setVariable(value)])
    } else {
      edit?.press(key)
    }
    return .stay
  }

  private func setVariable(_ value: VariableValue?) -> Effect {
    .overrides(.set([.variable(variable.name, value)], for: [feature.name]))
  }
}
