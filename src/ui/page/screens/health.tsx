import type { FindingJson } from '../../api.ts';
import { ask } from '../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Show } from '../parts/loading.tsx';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-loaded.ts';
import { number } from '../words.ts';

const marks = {
  ok: { mark: '✓', tone: 'passed', title: 'in order' },
  note: { mark: '–', tone: '', title: 'worth knowing' },
  wrong: { mark: '✗', tone: 'failed', title: 'wrong' },
} as const;

/** Whether everything that saves by itself is in order. */
export function Health() {
  const overview = useStore((state) => state.overview);
  const loaded = useLoaded('health', () => ask<{ readonly findings: readonly FindingJson[] }>('/api/health'));
  return (
    <section>
      <h1>Health</h1>
      {overview !== undefined && (
        <p class="facts">
          <span>{number(overview.total)} checkpoints</span>
          <span>{overview.remote === undefined ? 'not shared' : `shared with ${overview.remote}`}</span>
          <span>summaries by a model: {overview.llm}</span>
          <span>git-checkpoint {overview.version}</span>
        </p>
      )}
      <Show of={loaded}>
        {({ findings }) => (
          <ul class="findings">
            {[...findings]
              .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
              .map((finding) => (
                <Finding key={finding.text} finding={finding} />
              ))}
          </ul>
        )}
      </Show>
    </section>
  );
}

const order: readonly FindingJson['state'][] = ['wrong', 'note', 'ok'];

function Finding({ finding: { state, text, hint } }: { finding: FindingJson }) {
  const { mark, tone, title } = marks[state];
  return (
    <li class={tone}>
      <span class="mark" title={title}>
        {mark}
      </span>
      <span>
        {text}
        {hint !== undefined && (
          <span class="fix">
            {hint} <CopyButton label="Copy" text={commandIn(hint)} />
          </span>
        )}
      </span>
    </li>
  );
}

/** The command that a hint names, or all of it. */
function commandIn(hint: string): string {
  return /`([^`]+)`/.exec(hint)?.[1] ?? hint;
}
