extension Expectation {
  /// The expected conversions of words between spaces to each letter case with options.
  ///
  /// The columns are
  /// `options|input|regular|capitalized|kebab|lower|lowerCamel|macro|snake|train|upper|upperCamel`.
  static let spellingsWithOptions = #"""
    |iPhone's NEW-model, v2.0!|iPhone's NEW-model, v2.0!|Iphone's New-model, V2.0!|\#
    iphones-new-model-v20|iphone's new-model, v2.0!|iphonesNewmodelV20|IPHONES_NEWMODEL_V20|\#
    iphones_newmodel_v20|IPHONES-NEW-MODEL-V20|IPHONE'S NEW-MODEL, V2.0!|IphonesNewmodelV20
    preserveSuffix|iPhone's NEW-model, v2.0!|iPhone's NEW-model, v2.0!|IPhone's NEW-model, V2.0!|\#
    iPhones-nEW-model-v20|iphone's new-model, v2.0!|iPhonesNEWmodelV20|IPHONES_NEWMODEL_V20|\#
    iPhones_nEWmodel_v20|IPHONES-NEW-MODEL-V20|IPHONE'S NEW-MODEL, V2.0!|IPhonesNEWmodelV20
    preservePunctuation|iPhone's NEW-model, v2.0!|iPhone's NEW-model, v2.0!|\#
    Iphone's New-model, V2.0!|iphone's-new-model,-v2.0!|iphone's new-model, v2.0!|\#
    iphone'sNew-model,V2.0!|IPHONE'S_NEW-MODEL,_V2.0!|iphone's_new-model,_v2.0!|\#
    IPHONE'S-NEW-MODEL,-V2.0!|IPHONE'S NEW-MODEL, V2.0!|Iphone'sNew-model,V2.0!
    stripPunctuation|iPhone's NEW-model, v2.0!|iPhonesNEWmodelv20|Iphones Newmodel V20|\#
    iphones-new-model-v20|iphones newmodel v20|iphonesNewmodelV20|IPHONES_NEWMODEL_V20|\#
    iphones_newmodel_v20|IPHONES-NEW-MODEL-V20|IPHONES NEWMODEL V20|IphonesNewmodelV20
    preserveSuffix+preservePunctuation|iPhone's NEW-model, v2.0!|iPhone's NEW-model, v2.0!|\#
    IPhone's NEW-model, V2.0!|iPhone's-nEW-model,-v2.0!|iphone's new-model, v2.0!|\#
    iPhone'sNEW-model,V2.0!|IPHONE'S_NEW-MODEL,_V2.0!|iPhone's_nEW-model,_v2.0!|\#
    IPHONE'S-NEW-MODEL,-V2.0!|IPHONE'S NEW-MODEL, V2.0!|IPhone'sNEW-model,V2.0!
    preserveSuffix+stripPunctuation|iPhone's NEW-model, v2.0!|iPhonesNEWmodelv20|\#
    IPhones NEWmodel V20|iPhones-nEW-model-v20|iphones newmodel v20|iPhonesNEWmodelV20|\#
    IPHONES_NEWMODEL_V20|iPhones_nEWmodel_v20|IPHONES-NEW-MODEL-V20|IPHONES NEWMODEL V20|\#
    IPhonesNEWmodelV20
    strip+preservePunct|iPhone's NEW-model, v2.0!|iPhonesNEWmodelv20|Iphones Newmodel V20|\#
    iphones-new-model-v20|iphones newmodel v20|iphonesNewmodelV20|IPHONES_NEWMODEL_V20|\#
    iphones_newmodel_v20|IPHONES-NEW-MODEL-V20|IPHONES NEWMODEL V20|IphonesNewmodelV20
    |XML-HTTP request_id|XML-HTTP request_id|Xml-http Request_id|xml-http-requestid|\#
    xml-http request_id|xmlhttpRequestid|XMLHTTP_REQUEST_ID|xmlhttp_request_id|XML-HTTP-REQUESTID|\#
    XML-HTTP REQUEST_ID|XmlhttpRequestid
    preserveSuffix|XML-HTTP request_id|XML-HTTP request_id|XML-HTTP Request_id|xML-HTTP-requestid|\#
    xml-http request_id|xMLHTTPRequestid|XMLHTTP_REQUEST_ID|xMLHTTP_request_id|XML-HTTP-REQUESTID|\#
    XML-HTTP REQUEST_ID|XMLHTTPRequestid
    preservePunctuation|XML-HTTP request_id|XML-HTTP request_id|Xml-http Request_id|\#
    xml-http-request_id|xml-http request_id|xml-httpRequest_id|XML-HTTP_REQUEST_ID|\#
    xml-http_request_id|XML-HTTP-REQUEST_ID|XML-HTTP REQUEST_ID|Xml-httpRequest_id
    stripPunctuation|XML-HTTP request_id|XMLHTTPrequestid|Xmlhttp Requestid|xml-http-requestid|\#
    xmlhttp requestid|xmlhttpRequestid|XMLHTTP_REQUEST_ID|xmlhttp_request_id|XML-HTTP-REQUESTID|\#
    XMLHTTP REQUESTID|XmlhttpRequestid
    preserveSuffix+preservePunctuation|XML-HTTP request_id|XML-HTTP request_id|\#
    XML-HTTP Request_id|xML-HTTP-request_id|xml-http request_id|xML-HTTPRequest_id|\#
    XML-HTTP_REQUEST_ID|xML-HTTP_request_id|XML-HTTP-REQUEST_ID|XML-HTTP REQUEST_ID|\#
    XML-HTTPRequest_id
    preserveSuffix+stripPunctuation|XML-HTTP request_id|XMLHTTPrequestid|XMLHTTP Requestid|\#
    xML-HTTP-requestid|xmlhttp requestid|xMLHTTPRequestid|XMLHTTP_REQUEST_ID|xMLHTTP_request_id|\#
    XML-HTTP-REQUESTID|XMLHTTP REQUESTID|XMLHTTPRequestid
    strip+preservePunct|XML-HTTP request_id|XMLHTTPrequestid|Xmlhttp Requestid|xml-http-requestid|\#
    xmlhttp requestid|xmlhttpRequestid|XMLHTTP_REQUEST_ID|xmlhttp_request_id|XML-HTTP-REQUESTID|\#
    XMLHTTP REQUESTID|XmlhttpRequestid
    """#

  /// The expected conversions of text in the letter case `from` to each letter case with options.
  ///
  /// The columns are those of `spellingsWithOptions` after the column `from`.
  static let conversionsWithOptions = #"""
    upperCamel||XMLHttp.Request|XMLHttp.Request|X M L Http. Request|x-m-l-http-request|\#
    x m l http. request|xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|X-M-L-HTTP-REQUEST|\#
    X M L HTTP. REQUEST|XMLHttpRequest
    upperCamel|preserveSuffix|XMLHttp.Request|XMLHttp.Request|X M L Http. Request|\#
    x-m-l-http-request|x m l http. request|xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|\#
    X-M-L-HTTP-REQUEST|X M L HTTP. REQUEST|XMLHttpRequest
    upperCamel|preservePunctuation|XMLHttp.Request|XMLHttp.Request|X M L Http. Request|\#
    x-m-l-http.-request|x m l http. request|xMLHttp.Request|X_M_L_HTTP._REQUEST|\#
    x_m_l_http._request|X-M-L-HTTP.-REQUEST|X M L HTTP. REQUEST|XMLHttp.Request
    upperCamel|stripPunctuation|XMLHttp.Request|XMLHttp.Request|X M L Http Request|\#
    x-m-l-http-request|x m l http request|xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|\#
    X-M-L-HTTP-REQUEST|X M L HTTP REQUEST|XMLHttpRequest
    upperCamel|preserveSuffix+preservePunctuation|XMLHttp.Request|XMLHttp.Request|\#
    X M L Http. Request|x-m-l-http.-request|x m l http. request|xMLHttp.Request|\#
    X_M_L_HTTP._REQUEST|x_m_l_http._request|X-M-L-HTTP.-REQUEST|X M L HTTP. REQUEST|\#
    XMLHttp.Request
    upperCamel|preserveSuffix+stripPunctuation|XMLHttp.Request|XMLHttp.Request|X M L Http Request|\#
    x-m-l-http-request|x m l http request|xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|\#
    X-M-L-HTTP-REQUEST|X M L HTTP REQUEST|XMLHttpRequest
    upperCamel|strip+preservePunct|XMLHttp.Request|XMLHttp.Request|X M L Http Request|\#
    x-m-l-http-request|x m l http request|xMLHttpRequest|X_M_L_HTTP_REQUEST|x_m_l_http_request|\#
    X-M-L-HTTP-REQUEST|X M L HTTP REQUEST|XMLHttpRequest
    kebab||my-URL-it's|my-URL-it's|My Url It's|my-url-its|my url it's|myUrlIts|MY_URL_ITS|\#
    my_url_its|MY-URL-ITS|MY URL IT'S|MyUrlIts
    kebab|preserveSuffix|my-URL-it's|my-URL-it's|My URL It's|my-uRL-its|my url it's|myURLIts|\#
    MY_URL_ITS|my_uRL_its|MY-URL-ITS|MY URL IT'S|MyURLIts
    kebab|preservePunctuation|my-URL-it's|my-URL-it's|My Url It's|my-url-it's|my url it's|\#
    myUrlIt's|MY_URL_IT'S|my_url_it's|MY-URL-IT'S|MY URL IT'S|MyUrlIt's
    kebab|stripPunctuation|my-URL-it's|my-URL-it's|My Url Its|my-url-its|my url its|myUrlIts|\#
    MY_URL_ITS|my_url_its|MY-URL-ITS|MY URL ITS|MyUrlIts
    kebab|preserveSuffix+preservePunctuation|my-URL-it's|my-URL-it's|My URL It's|my-uRL-it's|\#
    my url it's|myURLIt's|MY_URL_IT'S|my_uRL_it's|MY-URL-IT'S|MY URL IT'S|MyURLIt's
    kebab|preserveSuffix+stripPunctuation|my-URL-it's|my-URL-it's|My URL Its|my-uRL-its|\#
    my url its|myURLIts|MY_URL_ITS|my_uRL_its|MY-URL-ITS|MY URL ITS|MyURLIts
    kebab|strip+preservePunct|my-URL-it's|my-URL-it's|My Url Its|my-url-its|my url its|myUrlIts|\#
    MY_URL_ITS|my_url_its|MY-URL-ITS|MY URL ITS|MyUrlIts
    """#
}
