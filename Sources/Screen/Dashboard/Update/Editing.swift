import Documents
import FeatureFlags
import Frame
import Text
import Workbench

extension DashboardState {
  /// The reason why features cannot be changed, as a sentence; `nil` if they can.
  var readOnlyReason: String? {
    if context.isReadOnly { return "The dashboard is read-only: nothing can be changed." }
    guard content.team?.isReadOnly == true else { return nil }
    return "Your role in etcd only allows reading: nothing can be changed."
  }

  /// Whether the dashboard offers an action: a read-only dashboard offers no change, except that
  /// it opens a file with a problem in the editor.
  func isOffered(_ action: Action) -> Bool {
    readOnlyReason == nil || !action.isChange || isFileEdit(action)
  }

  /// Whether the action edits a file and not an override: the editor in the problems pane.
  func isFileEdit(_ action: Action) -> Bool {
    action == .change(.openEditor) && focus == .problems
  }

  /// Edits the value of the target feature: its only variable, or its only JSON variable; shows the
  /// list of variables if there are several.
  mutating func openEditor() -> [Effect] {
    guard let target = onlyTarget() else { return [] }
    let rows = target.variableRows
    let json = rows.filter { $0.type == .json }
    if let row = rows.count == 1 ? rows.first : json.count == 1 ? json.first : nil {
      return edit(row, of: target.name)
    }
    openVariables()
    let command = VariablesDialog.Command.openEditor.listed
    let key = keymap.labels(of: keymap.keys(for: command)).first ?? command.identifier
    if !rows.isEmpty { inform("\(key) edits the variable under the cursor in your editor.") }
    return []
  }

  /// Opens the tree of the target feature's first JSON variable.
  mutating func openJSON() {
    guard let target = onlyTarget() else { return }
    let tree = JSONDialog(target, isReadOnly: readOnlyReason != nil)
    guard let tree else {
      return inform("\(target.name.text.shortened(to: 40)) has no JSON value.")
    }
    dialog = tree
  }

  /// Edits the value of a variable; opens the text of the last edit if that text was malformed.
  mutating func edit(_ row: VariableRow, of feature: Feature.Name) -> [Effect] {
    let draft = drafts[feature, row.name]
    let text = EditRequest.VariableText(
      feature: feature,
      variable: row.name,
      isJSON: row.type == .json,
      text: draft ?? row.editorText
    )
    return [.edit(.variable(text))]
  }

  /// Applies the result of an edit.
  mutating func finish(_ request: EditRequest, _ outcome: EditOutcome) -> [Effect] {
    switch (request, outcome) {
    case (.file, .edited): return []
    case (.file(let path, _), .failed(let reason, _)):
      show(Notice("\(path) is not edited: \(reason)", kind: .failure))
    case (.variable(let old), .edited(let text)): return apply(text, of: old)
    case (.variable(let old), .failed(let reason, let text)):
      if let text { drafts[old.feature, old.variable] = text }
      let hint =
        text == nil ? "" : "; \(keymap.text(of: .change(.openEditor))) opens your text again"
      show(Notice("\"\(old.variable)\" is not changed: \(reason)\(hint).", kind: .failure))
    }
    return []
  }

  private mutating func apply(_ text: String, of old: EditRequest.VariableText) -> [Effect] {
    let hadDraft = drafts[old.feature, old.variable] != nil
    drafts[old.feature, old.variable] = nil
    guard let list = content.list, let position = list.position(of: old.feature),
      let row = list.features[position].variableRows.first(where: { $0.name == old.variable })
    else {
      drafts[old.feature, old.variable] = text
      show(Notice("\"\(old.variable)\" is no longer in the source.", kind: .warning))
      return []
    }
    let isEmpty = text.allSatisfy(\.isWhitespace) && row.type != .string
    guard !isEmpty, hadDraft || text != old.text else {
      inform("\"\(old.variable)\" is not changed.")
      return []
    }
    do throws(OverrideError) {
      let value = try list.features[position].value(row.typedText(of: text), for: row.name)
      show(Notice("\"\(row.name)\" is changed.", kind: .success))
      return [.overrides(.set([.variable(row.name, value)], for: [old.feature]))]
    } catch {
      drafts[old.feature, old.variable] = text
      let reason = row.type == .json ? EditFault.text(of: text) : nil
      let expected = "expected \(row.type.valueText)"
      let key = keymap.text(of: .change(.openEditor))
      show(
        Notice(
          "\"\(row.name)\" is not changed: \(reason ?? expected); \(key) opens your text again.",
          kind: .failure
        )
      )
      return []
    }
  }
}

/// Describes why an edited text is not JSON.
private enum EditFault {
  /// The position and the reason of the syntax error; `nil` for valid JSON.
  static func text(of text: String) -> String? {
    do throws(DocumentError) {
      _ = try JSONReader.read(Array(text.utf8))
      return nil
    } catch {
      return (error.line.map { "line \($0), " } ?? "") + "\(error)"
    }
  }
}

extension VariableRow {
  /// The active value as the content of a text file for an editor: JSON is indented, and a line break
  /// ends the text.
  fileprivate var editorText: String {
    guard type == .json else { return (value?.description ?? "") + "\n" }
    let text = value?.converted(to: .json)?.description ?? ""
    return (JSONValue(parsing: text)?.text(isPretty: true) ?? text) + "\n"
  }

  /// The value that an edited text represents: compact JSON, or the text without the line break that
  /// editors add at the end.
  fileprivate func typedText(of text: String) -> String {
    switch type {
    case .json: JSONValue(parsing: text)?.text() ?? text
    case .string: text.hasSuffix("\n") ? String(text.dropLast()) : text
    case .boolean, .integer, .double: text.trimmed
    }
  }
}
