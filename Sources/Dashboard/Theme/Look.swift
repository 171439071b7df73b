public import Frame

/// How a role looks, where that differs from what is under it.
public struct Look: Hashable, Sendable {
  /// The colour of the text; `nil` keeps the one that is there.
  public var foreground: Colour?
  /// The colour behind the text; `nil` keeps the one that is there.
  public var background: Colour?
  /// Bold, dim and the like, added to those that are there.
  public var attributes: Style.Attributes

  /// Makes a look; without arguments it changes nothing.
  public init(
    foreground: Colour? = nil,
    background: Colour? = nil,
    attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// A style with this look laid over it.
  func applied(to style: Style) -> Style {
    Style(
      foreground: foreground ?? style.foreground,
      background: background ?? style.background,
      attributes: style.attributes.union(attributes)
    )
  }
}
