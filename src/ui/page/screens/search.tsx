import { useEffect } from 'preact/hooks';
import type { HitJson } from '../../api.ts';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import { checkpointAddress } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';
import { number } from '../words.ts';

/** What was found, in words and in files. */
export function Search({ text }: { text: string }) {
  const loaded = useLoaded(text, () =>
    ask<{ readonly hits: readonly HitJson[] }>(`/api/search?q=${encodeURIComponent(text)}`),
  );
  useEffect(() => {
    const field = document.getElementById('search');
    if (field instanceof HTMLInputElement && field.value !== text) field.value = text;
  }, [text]);
  return (
    <section class="search-screen">
      <h1>
        Search: <q>{text}</q>
      </h1>
      <Show of={loaded}>
        {({ hits }) => (
          <>
            <p class="quiet" role="status">
              {number(hits.length)} found
            </p>
            {groups.map(({ title, isIn }) => (
              <Group key={title} title={title} hits={hits.filter(isIn)} text={text} />
            ))}
          </>
        )}
      </Show>
    </section>
  );
}

const groups: readonly { readonly title: string; readonly isIn: (hit: HitJson) => boolean }[] = [
  { title: 'Known', isIn: ({ line, where }) => line === undefined && where !== 'commands' },
  { title: 'Commands', isIn: ({ where, line }) => line === undefined && where === 'commands' },
  { title: 'Files', isIn: ({ line }) => line !== undefined },
];

function Group({ title, hits, text }: { title: string; hits: readonly HitJson[]; text: string }) {
  if (hits.length === 0) return null;
  return (
    <section>
      <h2>
        {title} ({number(hits.length)})
      </h2>
      <ul class="hits">
        {foldAlike(hits).map(({ hit, others }, at) => (
          <li key={at}>
            <a
              class="hit"
              href={checkpointAddress(hit.number, hit.line === undefined ? 'knew' : 'files')}
              data-key={`row ${hit.number}`}
            >
              <span class="row-number">{hit.number}</span>
              <span class="hit-where">
                {hit.line === undefined ? hit.where.replaceAll('_', ' ') : `${hit.where}:${hit.line}`}
              </span>
              <Marked hit={hit} length={text.length} />
              {others > 0 && <span class="quiet">and {number(others)} earlier</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What several checkpoints say alike is told once, by the newest. */
function foldAlike(hits: readonly HitJson[]): { readonly hit: HitJson; readonly others: number }[] {
  const found = new Map<string, { hit: HitJson; others: number }>();
  for (const hit of hits) {
    const key = `${hit.where} ${hit.line ?? ''} ${hit.text}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { hit, others: 0 });
    else known.others += 1;
  }
  return [...found.values()];
}

function Marked({ hit: { text, at }, length }: { hit: HitJson; length: number }) {
  return (
    <code class="found">
      {text.slice(0, at)}
      <mark>{text.slice(at, at + length)}</mark>
      {text.slice(at + length)}
    </code>
  );
}
