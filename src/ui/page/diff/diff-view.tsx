import { useMemo, useState } from 'preact/hooks';
import type { PatchJson } from '../../api.ts';
import { useWidth } from '../use-width.ts';
import { countWords, sumChanges } from '../words.ts';
import { FilePatchView, fileId } from './file-patch-view.tsx';
import { FileTree } from './file-tree.tsx';
import type { Layout } from './hunk-view.tsx';
import { parsePatch } from './parse-patch.ts';

const SPLIT_FROM = 900;

/** Changed files as a tree, and their lines. */
export function DiffView({ patch, changes, cut, folded = [], empty }: PatchJson & { empty: string }) {
  const files = useMemo(() => parsePatch(patch), [patch]);
  const [layout, setLayout] = useState<Layout>('unified');
  const width = useWidth();
  const shown = width < SPLIT_FROM ? 'unified' : layout;
  if (changes.length === 0) return <p class="quiet pad">{empty}</p>;
  return (
    <div class="diff">
      <div class="diff-tools">
        <span>{countWords(sumChanges(changes))}</span>
        {width >= SPLIT_FROM && (
          <fieldset class="choice">
            <legend class="hidden">Layout</legend>
            {(['unified', 'split'] as const).map((value) => (
              <label key={value}>
                <input type="radio" name="layout" checked={layout === value} onChange={() => setLayout(value)} />
                {value}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <div class="diff-body">
        <FileTree
          changes={changes}
          choose={(path) => document.getElementById(fileId(path))?.scrollIntoView()}
          empty=""
        />
        <div class="patches">
          {files.map((file) => (
            <FilePatchView key={file.path} file={file} layout={shown} />
          ))}
          {folded.map((path) => (
            <p key={path} class="notice" id={fileId(path)}>
              The lines of <code>{path}</code> are not part of this page.
            </p>
          ))}
          {cut && (
            <p class="notice">
              The rest is too long for a page. <code>git checkpoint diff</code> prints all of it.
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
