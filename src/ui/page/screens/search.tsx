import { useEffect } from 'preact/hooks';
import { analysisFields } from '../../../core/analysis-fields.ts';
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
              {hits.length === 0
                ? 'Not found: no checkpoint has it in its words, commands or files.'
                : `Found ${number(hits.length)} times.`}
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
        {title} <span class="quiet">{number(hits.length)}</span>
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
              <span class="hit-where">{whereOf(hit)}</span>
              <Marked hit={hit} length={text.length} />
              <span class="hit-others">{others > 0 && `and ${number(others)} earlier`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const fieldTitles = new Map(analysisFields.map(({ name, title }) => [name as string, title]));

/** A field by its title, a line by its file. */
function whereOf({ where, line }: HitJson): string {
  if (line !== undefined) return `${where}:${line}`;
  const title = fieldTitles.get(where) ?? where;
  return title.slice(0, 1).toUpperCase() + title.slice(1);
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
    <span class="found" dir="auto">
      {text.slice(0, at)}
      <mark>{text.slice(at, at + length)}</mark>
      {text.slice(at + length)}
    </span>
  );
}
