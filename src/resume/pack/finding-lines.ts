import type { Analysis } from '../../core/note.ts';

/** The findings, each with its age: what was found long ago may be otherwise by now. */
export function findingLines({ findings, evidence = {} }: Analysis, isSaid: (finding: string) => boolean): string[] {
  const turns = Object.values(evidence).flatMap(({ turn, earlier }) => (turn === undefined || earlier ? [] : [turn]));
  const last = Math.max(0, ...turns);
  return findings.flatMap((text, index) => {
    const { turn, earlier, superseded } = evidence[`findings.${index}`] ?? {};
    if (superseded || isSaid(text)) return [];
    if (earlier) return [`${text} (earlier session)`];
    return [turn === undefined || turn === last ? text : `${text} (${agoInTurns(last - turn)})`];
  });
}

function agoInTurns(turns: number): string {
  return turns === 1 ? 'a turn ago' : `${turns} turns ago`;
}
