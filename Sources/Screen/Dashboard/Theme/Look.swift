public import Frame

/// The changes that a role makes to the style of the text.
public struct Look: Hashable, Sendable {
  /// The colour of the text; `nil` keeps the previous colour.
  public var foreground: Colour?
  /// The colour behind the text; `nil` keeps the previous colour.
  public var background: Colour?
  /// The attributes to add, such as bold and dim.
  public var attributes: Style.Attributes

  /// Creates a look; without arguments, it changes nothing.
  public init(
    foreground: Colour? = nil,
    background: Colour? = nil,
    attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Applies the changes to a style.
  ///
  /// If the look sets a colour, the text is not dimmed by the style: dimmed colours are hard to read.
  func applied(to style: Style) -> Style {
    let inherited = foreground == nil ? style.attributes : style.attributes.subtracting(.dim)
    return Style(
      foreground: foreground ?? style.foreground,
      background: background ?? style.background,
      attributes: inherited.union(attributes)
    )
  }
}
