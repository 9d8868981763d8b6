import { useMemo } from 'preact/hooks';
import { Code } from './code.tsx';
import { type ColouredLine, colourHunk, pairLines } from './colour-hunk.ts';
import type { Hunk } from './parse-patch.ts';

const signs = { same: ' ', added: '+', removed: '-' } as const;

export type Layout = 'unified' | 'split';

/** The lines around one change, below each other or side by side. */
export function HunkView({ path, hunk, layout }: { path: string; hunk: Hunk; layout: Layout }) {
  const lines = useMemo(() => colourHunk(path, hunk), [path, hunk]);
  return (
    <tbody>
      {!beginsFile(hunk) && (
        <tr class="hunk-head">
          <td colSpan={layout === 'split' ? 4 : 3}>{hunk.heading || '…'}</td>
        </tr>
      )}
      {layout === 'unified' ? lines.map((line, at) => <Unified key={at} line={line} />) : <Split lines={lines} />}
    </tbody>
  );
}

/** Nothing is left out above it. */
function beginsFile({ lines: [first] }: Hunk): boolean {
  return (first?.before ?? 1) === 1 && (first?.after ?? 1) === 1;
}

function Unified({ line }: { line: ColouredLine }) {
  return (
    <tr class={line.kind}>
      <td class="line-number">{line.before}</td>
      <td class="line-number">{line.after}</td>
      <td class="line">
        <span class="sign">{signs[line.kind]}</span>
        <Code tokens={line.tokens} />
      </td>
    </tr>
  );
}

function Split({ lines }: { lines: readonly ColouredLine[] }) {
  return (
    <>
      {pairLines(lines).map(([left, right], at) => (
        <tr key={at}>
          <td class="line-number">{left?.before}</td>
          <Half line={left} />
          <td class="line-number">{right?.after}</td>
          <Half line={right} />
        </tr>
      ))}
    </>
  );
}

function Half({ line }: { line: ColouredLine | undefined }) {
  if (line === undefined) return <td class="line none" />;
  return (
    <td class={`line ${line.kind}`}>
      <span class="sign">{signs[line.kind]}</span>
      <Code tokens={line.tokens} />
    </td>
  );
}
