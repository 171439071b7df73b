import LetterCase

extension CodingTests.Strategy {
  /// All strategies of the article and two without a name in the article, with the JSON of an
  /// `Item`.
  static let all = [
    Self(
      "Capitalized",
      .convertFromCapitalized,
      .convertToCapitalized,
      #"{"Address2":"a","Name":"n","Number Of Wheels":4,"Travels On":"t","#
        + #""U R L":"l","User I D":"u","X":1}"#
    ),
    Self("DashCase", .convertFromDashCase, .convertToDashCase, kebab),
    Self("KebabCase", .convertFromKebabCase, .convertToKebabCase, kebab),
    Self("LispCase", .convertFromLispCase, .convertToLispCase, kebab),
    Self(
      "LowerCase",
      .convertFromLowerCase,
      .convertToLowerCase,
      #"{"address2":"a","name":"n","number of wheels":4,"travels on":"t","#
        + #""u r l":"l","user i d":"u","x":1}"#
    ),
    Self("LowerCamelCase", .convertFromLowerCamelCase, .convertToLowerCamelCase, lowerCamel),
    Self("MacroCase", .convertFromMacroCase, .convertToMacroCase, macro),
    Self(
      "ScreamingSnakeCase",
      .convertFromScreamingSnakeCase,
      .convertToScreamingSnakeCase,
      macro
    ),
    Self(
      "TrainCase",
      .convertFromTrainCase,
      .convertToTrainCase,
      #"{"ADDRESS2":"a","NAME":"n","NUMBER-OF-WHEELS":4,"TRAVELS-ON":"t","#
        + #""U-R-L":"l","USER-I-D":"u","X":1}"#
    ),
    Self(
      "UpperCase",
      .convertFromUpperCase,
      .convertToUpperCase,
      #"{"ADDRESS2":"a","NAME":"n","NUMBER OF WHEELS":4,"TRAVELS ON":"t","#
        + #""U R L":"l","USER I D":"u","X":1}"#
    ),
    Self(
      "UpperCamelCase",
      .convertFromUpperCamelCase,
      .convertToUpperCamelCase,
      #"{"Address2":"a","Name":"n","NumberOfWheels":4,"TravelsOn":"t","#
        + #""URL":"l","UserID":"u","X":1}"#
    ),
    Self(
      "snake",
      .letterCaseStrategy(for: .snake),
      .letterCaseStrategy(for: .snake),
      #"{"address2":"a","name":"n","number_of_wheels":4,"travels_on":"t","#
        + #""u_r_l":"l","user_i_d":"u","x":1}"#
    ),
    Self(
      "regular",
      .letterCaseStrategy(for: .regular),
      .letterCaseStrategy(for: .regular),
      lowerCamel
    ),
  ]

  private static let kebab =
    #"{"address2":"a","name":"n","number-of-wheels":4,"travels-on":"t","#
    + #""u-r-l":"l","user-i-d":"u","x":1}"#
  private static let macro =
    #"{"ADDRESS2":"a","NAME":"n","NUMBER_OF_WHEELS":4,"TRAVELS_ON":"t","#
    + #""USER_I_D":"u","U_R_L":"l","X":1}"#
  private static let lowerCamel =
    #"{"URL":"l","address2":"a","name":"n","numberOfWheels":4,"travelsOn":"t","#
    + #""userID":"u","x":1}"#
}
