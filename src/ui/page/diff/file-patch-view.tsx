import { useState } from 'preact/hooks';
import { Counts } from '../parts/counts.tsx';
import { number } from '../words.ts';
import { HunkView, type Layout } from './hunk-view.tsx';
import type { FilePatch } from './parse-patch.ts';

/** More lines wait for a click. */
const FOLD_ABOVE = 500;

/** The differences of one file. */
export function FilePatchView({ file, layout }: { file: FilePatch; layout: Layout }) {
  const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const [open, setOpen] = useState(lines <= FOLD_ABOVE);
  const count = (kind: string) =>
    file.hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  return (
    <section class="file-patch" id={fileId(file.path)}>
      <h3>
        <button type="button" class="unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span class="fold-mark" aria-hidden="true">
            {open ? '▾' : '▸'}
          </span>
          <span class="path">{file.path}</span>
        </button>
        <Counts added={count('added')} removed={count('removed')} />
      </h3>
      {file.remarks.map((remark) => (
        <p class="quiet remark" key={remark}>
          {remark}
        </p>
      ))}
      {!open && lines > 0 && (
        <button type="button" class="small" onClick={() => setOpen(true)}>
          Show {number(lines)} lines
        </button>
      )}
      {open && lines > 0 && (
        // A wide table scrolls inside its own box, which the keyboard has to reach.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section class="patch-box" tabIndex={0} aria-label={`Lines of ${file.path}`}>
          <table class={`patch ${layout}`}>
            {file.hunks.map((hunk, at) => (
              <HunkView key={at} path={file.path} hunk={hunk} layout={layout} />
            ))}
          </table>
        </section>
      )}
    </section>
  );
}

export function fileId(path: string): string {
  return `file ${path}`;
}
