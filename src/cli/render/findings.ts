import { count } from '../../core/count.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { Finding } from '../../hooks/doctor/doctor.ts';
import { styleFor } from './style.ts';
import { screenWidth } from './table.ts';
import { wrap } from './wrap.ts';

/** What doctor found, a line each, and how to fix what is wrong. Hooks that work are one line, unless all are asked for. */
export function renderFindings(findings: readonly Finding[], verbose: boolean, world: World): string {
  const style = styleFor(world, world.stdout);
  // `    fix: ` is the widest that stands before a text.
  const lines = (text: string) => wrap(stripControls(text), screenWidth(world) - 9);
  const marks = { ok: style.green('✓'), note: style.dim('–'), wrong: style.red('✗') };
  const shown = (verbose ? findings : foldTrials(findings)).flatMap(({ state, text, hint }) => [
    ...lines(text).map((line, at) => `${at === 0 ? marks[state] : ' '} ${line}`),
    ...(hint === undefined ? [] : lines(hint)).map(
      (line, at) => `    ${at === 0 && state === 'wrong' ? 'fix: ' : ''}${style.dim(line)}`,
    ),
  ]);
  const problems = findings.filter(({ state }) => state === 'wrong').length;
  const end = problems === 0 ? 'No problems.' : `${count(problems, 'problem')}.`;
  return [...shown, end].map((line) => `${line}\n`).join('');
}

/** Trials that went well are told with what they belong to, by the slowest of them. */
function foldTrials(findings: readonly Finding[]): readonly Finding[] {
  const folded: { readonly finding: Finding; slowest: number }[] = [];
  let head: { slowest: number } | undefined;
  for (const finding of findings) {
    const { state, milliseconds } = finding;
    if (milliseconds !== undefined && state === 'ok' && head !== undefined)
      head.slowest = Math.max(head.slowest, milliseconds);
    else {
      const line = { finding, slowest: 0 };
      folded.push(line);
      if (milliseconds === undefined) head = line;
    }
  }
  return folded.map(({ finding, slowest }) =>
    slowest === 0 ? finding : { ...finding, text: `${finding.text}, slowest ${slowest} ms` },
  );
}
