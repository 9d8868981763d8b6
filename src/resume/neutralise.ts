/**
 * Text from files, transcripts and other people's checkpoints is data. It may not drive a terminal, hide characters
 * from the reader, or end the fence it stands in.
 */

// OSC, DCS, PM, APC and SOS run to BEL or ST; an unfinished one takes the rest of its line.
const STRING_SEQUENCE =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?/g;
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g;
const OTHER_ESCAPE = /\u001b[ -/]*[0-~]?/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Bidirectional controls, zero-width and tag characters; the two that emoji are made with are looked at below. */
const INVISIBLE = /(?!\u200d|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** A joiner or a selector is invisible too, but joins or colours a picture where it has one. */
const LONE_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})|(?<=\ufe0f)\ufe0f/gu;
const LONE_SURROGATE = /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;

/** Removes what drives a terminal or cannot be seen; newlines and tabs stay. */
export function neutralise(text: string): string {
  if (!/[^\n\t -~]/.test(text)) return text;
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

/** One line of prose: neutral, without line breaks, unable to open a fence. */
export function oneLine(text: string): string {
  return withoutFences(neutralise(text).replace(/\s+/g, ' ').trim());
}

/** Prose that keeps its lines, each of them indented so that none starts a heading or a list of its own. */
export function indentedLines(text: string): string {
  const lines = neutralise(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return withoutFences(lines.join('\n  '));
}

function withoutFences(text: string): string {
  return text.replace(/`{3,}|~{3,}/g, (run) => "'".repeat(run.length));
}

/** Encloses text in a fence that is longer than any run of backticks inside. */
export function fenced(text: string, language: string): string {
  const body = neutralise(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...Array.from(body.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${body}\n${fence}`;
}
