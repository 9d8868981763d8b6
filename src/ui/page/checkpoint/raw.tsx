import { ask } from '../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Show } from '../parts/loading.tsx';
import { useLoaded } from '../use-loaded.ts';

interface RawJson {
  readonly note: string;
  readonly markdown: string;
}

/** The note and the document, as they are stored. */
export function Raw({ number }: { number: number }) {
  const loaded = useLoaded(String(number), () => ask<RawJson>(`/api/checkpoints/${number}/raw`));
  return (
    <Show of={loaded}>
      {({ note, markdown }) => (
        <div class="raw">
          <Text title="Note" text={note} />
          <Text title="Document" text={markdown} />
        </div>
      )}
    </Show>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 class="with-button">
        {title} <CopyButton label="Copy" text={text} />
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class="text-box wrapped" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
