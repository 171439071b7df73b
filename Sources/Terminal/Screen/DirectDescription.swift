import CNcurses
import Glibc

/// A description of terminals with 24-bit colours that ncurses gets in memory: the terminal database has none
/// whose colours up to 255 are those of the palette.
///
/// Each text is an entry of `Sources/CNcurses/direct.ti`, which has the command that makes it.
struct DirectDescription: Hashable, Sendable {
  /// The name of the entry.
  let name: String
  /// The compiled entry in Base64.
  let entry: String

  /// Opens a screen of ncurses, whose output goes to a file; `nil` if ncurses cannot use the description.
  ///
  /// ncurses reads the description from the environment of this process. A variable that is added last does
  /// not move the others, so that other threads can read them meanwhile.
  func open(_ file: UnsafeMutablePointer<FILE>) -> OpaquePointer? {
    let variable = "TERMINFO"
    let former = getenv(variable).map { String(cString: $0) }
    setenv(variable, "b64:" + entry, 1)
    defer { if let former { setenv(variable, former, 1) } else { unsetenv(variable) } }
    return cn_open(name, file)
  }

  /// Terminals that erase cells in the background colour.
  static let erasingInColour = DirectDescription(
    name: "halyard-direct",
    entry: """
      HgJRAB0ADwBpAasCaGFseWFyZC1kaXJlY3R8dGVybWluYWwgd2l0aCAyNC1iaXQgY29sb3VycyB0aGF0IGVyYXNlcy\
      BpbiB0aGUgYmFja2dyb3VuZCBjb2xvdXIAAAEAAAEAAAAAAAAAAAEBAAAAAAAAAAAAAAAAAAFQAAAACAAAABgAAAD/\
      ////////////////////////////////////////////////////AAAAAgAAAQD//wAAAgAEAP//FQAdACEAJQD//z\
      AAQQBDAEcATgD//1AAVwD//1sA//9fAGMA//////////9nAGwA//91AHoA/////38AhACJAI4A//+XAJsA//+kAKkA\
      rwD/////////////////////tQD///////////////////////////////////////////////////////////////\
      ///////////////////////////7kAwQD////////////////////////////////////////JANIA2wDkAO0A9gD/\
      AAgBEQEaAf///////////////////////////////yMB//8uATABMwH///////////////////////////////////\
      ///////////////2kBbwH/////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////dQH///////////////////////////\
      ////////////////////////////////////////////96Af//////////////////////////////////gwH/////\
      //////////////////+IAf////////////////////////////////////////////////////////////////////\
      //////////////////////////////jgEcAgcADQAbWyVpJXAxJWQ7JXAyJWRyABtbSBtbMkoAG1tLABtbSgAbWyVp\
      JXAxJWRHABtbJWklcDElZDslcDIlZEgACgAbW0gAG1s/MjVsAAgAG1s/MjVoABtbQwAbW0EAG1tQABtbTQAbWzFtAB\
      tbPzEwNDloABtbMm0AG1s0aAAbWzdtABtbN20AG1s0bQAbWyVwMSVkWAAbW20AG1s/MTA0OWwAG1s0bAAbWzI3bQAb\
      WzI0bQAbW0wAG1s/MWwbPgAbWz8xaBs9ABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABtbJXAxJW\
      RTABtbJXAxJWRMABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRUABtbJXAxJWRBABtbJWklcDElZGQACgAbTQAbWzAl\
      PyVwNiV0OzElOyU/JXA1JXQ7MiU7JT8lcDIldDs0JTslPyVwMSVwMyV8JXQ7NyU7bQAbWz83aAAbWz83bAAbWzFLAB\
      tbMzk7NDltABtbM20AG1syM20AG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2fSU8JXQ5JXAxJXs4fSUtJWQl\
      ZSVwMSV7MjU2fSU8JXQzODs1OyVwMSVkJWUzODsyOyVwMSV7NjU1MzZ9JS8lezI1NX0lJiVkOyVwMSV7MjU2fSUvJX\
      syNTV9JSYlZDslcDElezI1NX0lJiVkJTttABtbJT8lcDElezh9JTwldDQlcDElZCVlJXAxJXsxNn0lPCV0MTAlcDEl\
      ezh9JS0lZCVlJXAxJXsyNTZ9JTwldDQ4OzU7JXAxJWQlZTQ4OzI7JXAxJXs2NTUzNn0lLyV7MjU1fSUmJWQ7JXAxJX\
      syNTZ9JS8lezI1NX0lJiVkOyVwMSV7MjU1fSUmJWQlO20AAAIAAAAAAAIABwABAQAAAwBBWABSR0IA
      """
  )

  /// All other terminals.
  static let plain = DirectDescription(
    name: "halyard-direct-nobce",
    entry: """
      HgIyAA8ADwBpAasCaGFseWFyZC1kaXJlY3Qtbm9iY2V8dGVybWluYWwgd2l0aCAyNC1iaXQgY29sb3VycwAAAQAAAQ\
      AAAAAAAAAAAQEAUAAAAAgAAAAYAAAA/////////////////////////////////////////////////////wAAAAIA\
      AAEA//8AAAIABAD//xUAHQAhACUA//8wAEEAQwBHAE4A//9QAFcA//9bAP//XwBjAP//////////ZwBsAP//dQB6AP\
      ////9/AIQAiQCOAP//lwCbAP//pACpAK8A/////////////////////7UA////////////////////////////////\
      //////////////////////////////////////////////////////////+5AMEA//////////////////////////\
      //////////////yQDSANsA5ADtAPYA/wAIAREBGgH///////////////////////////////8jAf//LgEwATMB////\
      //////////////////////////////////////////////9pAW8B//////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      /3UB////////////////////////////////////////////////////////////////////////egH///////////\
      ///////////////////////4MB////////////////////////iAH/////////////////////////////////////\
      /////////////////////////////////////////////////////////////44BHAIHAA0AG1slaSVwMSVkOyVwMi\
      VkcgAbW0gbWzJKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVpJXAxJWQ7JXAyJWRIAAoAG1tIABtbPzI1bAAIABtbPzI1\
      aAAbW0MAG1tBABtbUAAbW00AG1sxbQAbWz8xMDQ5aAAbWzJtABtbNGgAG1s3bQAbWzdtABtbNG0AG1slcDElZFgAG1\
      ttABtbPzEwNDlsABtbNGwAG1syN20AG1syNG0AG1tMABtbPzFsGz4AG1s/MWgbPQAbWyVwMSVkUAAbWyVwMSVkTQAb\
      WyVwMSVkQgAbWyVwMSVkQAAbWyVwMSVkUwAbWyVwMSVkTAAbWyVwMSVkRAAbWyVwMSVkQwAbWyVwMSVkVAAbWyVwMS\
      VkQQAbWyVpJXAxJWRkAAoAG00AG1swJT8lcDYldDsxJTslPyVwNSV0OzIlOyU/JXAyJXQ7NCU7JT8lcDElcDMlfCV0\
      OzclO20AG1s/N2gAG1s/N2wAG1sxSwAbWzM5OzQ5bQAbWzNtABtbMjNtABtbJT8lcDElezh9JTwldDMlcDElZCVlJX\
      AxJXsxNn0lPCV0OSVwMSV7OH0lLSVkJWUlcDElezI1Nn0lPCV0Mzg7NTslcDElZCVlMzg7MjslcDElezY1NTM2fSUv\
      JXsyNTV9JSYlZDslcDElezI1Nn0lLyV7MjU1fSUmJWQ7JXAxJXsyNTV9JSYlZCU7bQAbWyU/JXAxJXs4fSU8JXQ0JX\
      AxJWQlZSVwMSV7MTZ9JTwldDEwJXAxJXs4fSUtJWQlZSVwMSV7MjU2fSU8JXQ0ODs1OyVwMSVkJWU0ODsyOyVwMSV7\
      NjU1MzZ9JS8lezI1NX0lJiVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkJTttAAACAAAAAAACAA\
      cAAQEAAAMAQVgAUkdCAA==
      """
  )
}
