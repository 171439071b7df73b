extension Expectation {
  /// The expected conversions of words between spaces to each letter case.
  ///
  /// The columns are `input|capitalized|kebab|lower|lowerCamel|macro|snake|train|upper|upperCamel`.
  static let spellings = #"""
    |||||||||
     |||||||||
    The quick brown fox.|The Quick Brown Fox.|the-quick-brown-fox|the quick brown fox.|\#
    theQuickBrownFox|THE_QUICK_BROWN_FOX|the_quick_brown_fox|THE-QUICK-BROWN-FOX|\#
    THE QUICK BROWN FOX.|TheQuickBrownFox
      two  spaces |Two Spaces|two-spaces|two spaces|twoSpaces|TWO_SPACES|two_spaces|TWO-SPACES|\#
    TWO SPACES|TwoSpaces
    already-kebab here|Already-kebab Here|already-kebab-here|already-kebab here|alreadykebabHere|\#
    ALREADYKEBAB_HERE|alreadykebab_here|ALREADY-KEBAB-HERE|ALREADY-KEBAB HERE|AlreadykebabHere
    snake_case here|Snake_case Here|snakecase-here|snake_case here|snakecaseHere|SNAKE_CASE_HERE|\#
    snake_case_here|SNAKECASE-HERE|SNAKE_CASE HERE|SnakecaseHere
    XMLHttpRequest|Xmlhttprequest|xmlhttprequest|xmlhttprequest|xmlhttprequest|XMLHTTPREQUEST|\#
    xmlhttprequest|XMLHTTPREQUEST|XMLHTTPREQUEST|Xmlhttprequest
    userID 42|Userid 42|userid-42|userid 42|userid42|USERID_42|userid_42|USERID-42|USERID 42|\#
    Userid42
    iOS 17 app|Ios 17 App|ios-17-app|ios 17 app|ios17App|IOS_17_APP|ios_17_app|IOS-17-APP|\#
    IOS 17 APP|Ios17App
    don't stop|Don't Stop|dont-stop|don't stop|dontStop|DONT_STOP|dont_stop|DONT-STOP|DON'T STOP|\#
    DontStop
    a|A|a|a|a|A|a|A|A|A
    A|A|a|a|a|A|a|A|A|A
    Ünïcode straße|Ünïcode Straße|ünïcode-straße|ünïcode straße|ünïcodeStraße|ÜNÏCODE_STRASSE|\#
    ünïcode_straße|ÜNÏCODE-STRASSE|ÜNÏCODE STRASSE|ÜnïcodeStraße
    tab\tnew\nline|Tab\tnew\nline|tabnewline|tab\tnew\nline|tabnewline|TABNEWLINE|tabnewline|\#
    TABNEWLINE|TAB\tNEW\nLINE|Tabnewline
    3D touch|3d Touch|3d-touch|3d touch|3dTouch|3D_TOUCH|3d_touch|3D-TOUCH|3D TOUCH|3dTouch
    x--y  z|X--y Z|x--y-z|x--y z|xyZ|XY_Z|xy_z|X--Y-Z|X--Y Z|XyZ
    !!!|!!!||!!!|||||!!!|
    - -|- -|---|- -||_|_|---|- -|
    éclair Test|Éclair Test|éclair-test|éclair test|éclairTest|ÉCLAIR_TEST|éclair_test|\#
    ÉCLAIR-TEST|ÉCLAIR TEST|ÉclairTest
    ½ cup ٣|½ Cup ٣|-cup-٣|½ cup ٣|cup٣|_CUP_٣|_cup_٣|-CUP-٣|½ CUP ٣|Cup٣
    """#
}
