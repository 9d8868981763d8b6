/** Above a declaration, for its comment or decorator. */
const ABOVE = 2;
/** Of what is declared. */
const BODY = 12;
const MAX_LINES = 40;
const MAX_LENGTH = 2000;
const MAX_LINE = 200;

/** The lines of a text where these names are declared, with the beginning of what they are and their numbers. */
export function linesNaming(text: string, names: readonly string[]): string | undefined {
  const lines = text.split('\n');
  const places = names.map((name) => placeOf(lines, name)).filter((place) => place >= 0);
  const wanted = new Set(
    places.flatMap((place) => {
      const first = place - ABOVE;
      return Array.from({ length: endOf(lines, place) - first + 1 }, (_, at) => first + at);
    }),
  );
  const shown = [...wanted].filter((at) => lines[at] !== undefined).sort((a, b) => a - b);
  const told: string[] = [];
  for (const [index, at] of shown.slice(0, MAX_LINES).entries()) {
    if (index > 0 && shown[index - 1] !== at - 1) told.push('…');
    told.push(`${at + 1}: ${(lines[at] ?? '').slice(0, MAX_LINE)}`);
  }
  while (told.join('\n').length > MAX_LENGTH) told.pop();
  return told.length === 0 ? undefined : told.join('\n');
}

/** A value within a function is of that function alone. */
function placeOf(lines: readonly string[], name: string): number {
  const declared = new RegExp(
    `^(?:(?:export|pub(?:\\(\\w+\\))?|static) )*(?:const|let|var|val|static)\\s+${name}(?!\\w)|` +
      `\\b(?:function|class|interface|type|enum|struct|trait|def|fn|func)\\s+${name}(?!\\w)|^(?:\\s*self\\.)?${name}\\s*(?:=(?!=)|:=)`,
  );
  return lines.findIndex((line) => declared.test(line));
}

/** The last line of what a line declares, as its indentation shows, or the last that is told of it. */
function endOf(lines: readonly string[], place: number): number {
  const depth = indentOf(lines[place] ?? '');
  const body = lines.slice(place + 1, place + BODY);
  const after = body.findIndex((line) => line.trim() !== '' && indentOf(line) <= depth && !CLOSING.test(line));
  return place + (after < 0 ? body.length : Math.max(after, AFTER));
}

const AFTER = 2;
/** `) -> None:` and `}` belong to what they close. */
const CLOSING = /^\s*[)}\]]/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
