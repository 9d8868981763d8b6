import { stripControls } from '../../core/strip-controls.ts';

/** One line of prose: neutral, without line breaks, unable to open a fence. */
export function oneLine(text: string): string {
  return withoutFences(stripControls(text).replace(/\s+/g, ' ').trim());
}

/** Prose that keeps its lines, each indented at least as far as the text behind `10. `, so that none starts a heading or a list of its own. */
export function indentedLines(text: string): string {
  const lines = stripControls(text)
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  return withoutFences(lines.join('\n    '));
}

function withoutFences(text: string): string {
  return text.replace(/`{3,}|~{3,}/g, (run) => "'".repeat(run.length));
}

/** Encloses text in a fence that is longer than any run of backticks inside. */
export function fenced(text: string, language: string): string {
  const body = stripControls(text).replace(/\n+$/, '');
  const longest = Math.max(2, ...Array.from(body.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${body}\n${fence}`;
}
