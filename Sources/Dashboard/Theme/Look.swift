public import Frame

/// The changes that a role makes to the style below it.
public struct Look: Hashable, Sendable {
  /// The colour of the text; `nil` keeps the colour below.
  public var foreground: Colour?
  /// The colour behind the text; `nil` keeps the colour below.
  public var background: Colour?
  /// The attributes that are added, such as bold and dim.
  public var attributes: Style.Attributes

  /// Makes a look; without arguments, one that changes nothing.
  public init(
    foreground: Colour? = nil,
    background: Colour? = nil,
    attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// A style with the changes of this look.
  func applied(to style: Style) -> Style {
    Style(
      foreground: foreground ?? style.foreground,
      background: background ?? style.background,
      attributes: style.attributes.union(attributes)
    )
  }
}
