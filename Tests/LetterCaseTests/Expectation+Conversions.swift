extension Expectation {
  /// The expected conversions of text in one letter case to each other case.
  ///
  /// The columns are
  /// `from|input|capitalized|kebab|lower|lowerCamel|macro|snake|train|upper|upperCamel`; `from` is
  /// the case of the input.
  static let conversions = #"""
    lowerCamel|theQuickBrownFox|The Quick Brown Fox|the-quick-brown-fox|the quick brown fox|\#
    theQuickBrownFox|THE_QUICK_BROWN_FOX|the_quick_brown_fox|THE-QUICK-BROWN-FOX|\#
    THE QUICK BROWN FOX|TheQuickBrownFox
    upperCamel|TheQuickBrownFox|The Quick Brown Fox|the-quick-brown-fox|the quick brown fox|\#
    theQuickBrownFox|THE_QUICK_BROWN_FOX|the_quick_brown_fox|THE-QUICK-BROWN-FOX|\#
    THE QUICK BROWN FOX|TheQuickBrownFox
    upperCamel|XMLHttpRequest|X M L Http Request|x-m-l-http-request|x m l http request|\#
    xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|X-M-L-HTTP-REQUEST|X M L HTTP REQUEST|\#
    XMLHttpRequest
    lowerCamel|userID|User I D|user-i-d|user i d|userID|USER_I_D|user_i_d|USER-I-D|USER I D|UserID
    lowerCamel|user2Name|User2 Name|user2-name|user2 name|user2Name|USER2_NAME|user2_name|\#
    USER2-NAME|USER2 NAME|User2Name
    lowerCamel|version10|Version10|version10|version10|version10|VERSION10|version10|VERSION10|\#
    VERSION10|Version10
    lowerCamel|v1Beta2|V1 Beta2|v1-beta2|v1 beta2|v1Beta2|V1_BETA2|v1_beta2|V1-BETA2|V1 BETA2|\#
    V1Beta2
    lowerCamel||||||||||
    kebab||||||||||
    lowerCamel|a|A|a|a|a|A|a|A|A|A
    upperCamel|A|A|a|a|a|A|a|A|A|A
    upperCamel|AB|A B|a-b|a b|aB|A_B|a_b|A-B|A B|AB
    upperCamel|ABc|A Bc|a-bc|a bc|aBc|A_BC|a_bc|A-BC|A BC|ABc
    lowerCamel|has space|Has space|hasspace|has space|hasspace|HASSPACE|hasspace|HASSPACE|\#
    HAS SPACE|Hasspace
    lowerCamel|with_underscoreHere|With_underscore Here|withunderscore-here|with_underscore here|\#
    withunderscoreHere|WITH_UNDERSCORE_HERE|with_underscore_here|WITHUNDERSCORE-HERE|\#
    WITH_UNDERSCORE HERE|WithunderscoreHere
    kebab|the-quick-brown|The Quick Brown|the-quick-brown|the quick brown|theQuickBrown|\#
    THE_QUICK_BROWN|the_quick_brown|THE-QUICK-BROWN|THE QUICK BROWN|TheQuickBrown
    kebab|the--quick|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    kebab|-lead|Lead|lead|lead|lead|LEAD|lead|LEAD|LEAD|Lead
    kebab|trail-|Trail|trail|trail|trail|TRAIL|trail|TRAIL|TRAIL|Trail
    kebab|-|||||||||
    kebab|Mixed-CASE-word|Mixed Case Word|mixed-case-word|mixed case word|mixedCaseWord|\#
    MIXED_CASE_WORD|mixed_case_word|MIXED-CASE-WORD|MIXED CASE WORD|MixedCaseWord
    kebab|snake_in-kebab|Snake_in Kebab|snakein-kebab|snake_in kebab|snakeinKebab|SNAKE_IN_KEBAB|\#
    snake_in_kebab|SNAKEIN-KEBAB|SNAKE_IN KEBAB|SnakeinKebab
    macro|THE_QUICK|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    snake|__init__|Init|init|init|init|INIT|init|INIT|INIT|Init
    snake|a_b_c|A B C|a-b-c|a b c|aBC|A_B_C|a_b_c|A-B-C|A B C|ABC
    snake|number_2_x|Number 2 X|number-2-x|number 2 x|number2X|NUMBER_2_X|number_2_x|NUMBER-2-X|\#
    NUMBER 2 X|Number2X
    train|THE-QUICK|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    capitalized|The Quick|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    upper|THE QUICK|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    lower|the quick|The Quick|the-quick|the quick|theQuick|THE_QUICK|the_quick|THE-QUICK|\#
    THE QUICK|TheQuick
    regular|Hello, World!|Hello, World!|hello-world|hello, world!|helloWorld|HELLO_WORLD|\#
    hello_world|HELLO-WORLD|HELLO, WORLD!|HelloWorld
    regular|Hello,World|Hello,world|helloworld|hello,world|helloworld|HELLOWORLD|helloworld|\#
    HELLOWORLD|HELLO,WORLD|Helloworld
    upperCamel|ЖурналОшибок|Журнал Ошибок|журнал-ошибок|журнал ошибок|журналОшибок|ЖУРНАЛ_ОШИБОК|\#
    журнал_ошибок|ЖУРНАЛ-ОШИБОК|ЖУРНАЛ ОШИБОК|ЖурналОшибок
    lowerCamel|straßeNord|Straße Nord|straße-nord|straße nord|straßeNord|STRASSE_NORD|straße_nord|\#
    STRASSE-NORD|STRASSE NORD|StraßeNord
    lowerCamel|istanbulİzmir|Istanbul İzmir|istanbul-i̇zmir|istanbul i̇zmir|istanbulİzmir|\#
    ISTANBUL_İZMIR|istanbul_i̇zmir|ISTANBUL-İZMIR|ISTANBUL İZMIR|Istanbulİzmir
    """#
}
