/**
 * Text from files, transcripts and other people's checkpoints is data. It may not drive a terminal or hide characters
 * from the reader.
 */

/** Removes what drives a terminal or cannot be seen; newlines and tabs stay. */
export function stripControls(text: string): string {
  return HARMLESS.test(text) ? text : cleanse(text);
}

/** The same on one line. */
export function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim();
}

// Latin, Greek, Cyrillic, kana, Chinese and Korean letters, quotes, dashes and arrows: none of them is invisible or drives anything.
const HARMLESS =
  /^[\n\t -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2212\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;

// The expressions stand in here because making those over whole Unicode classes takes a millisecond, which most runs never need.
function cleanse(text: string): string {
  // OSC, DCS, PM, APC and SOS run to BEL or ST; an unfinished one takes the rest of its line.
  const STRING_SEQUENCE =
    /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?/g;
  const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g;
  const OTHER_ESCAPE = /\u001b[ -/]*[0-~]?/g;
  const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
  // Bidirectional controls, zero-width and tag characters; the two that emoji are made with are looked at below.
  const INVISIBLE = /(?!\u200d|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
  // A joiner or a selector is invisible too, but joins or colours a picture where it has one.
  const LONE_JOINER =
    /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})|(?<=\ufe0f)\ufe0f/gu;
  const LONE_SURROGATE = /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(STRING_SEQUENCE, '')
    .replace(CONTROL_SEQUENCE, '')
    .replace(OTHER_ESCAPE, '')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(LONE_JOINER, '')
    .replace(LONE_SURROGATE, '\ufffd');
}
