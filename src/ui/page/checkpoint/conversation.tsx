import { useEffect, useRef } from 'preact/hooks';
import { agentTitle } from '../../../core/agent-title.ts';
import type { Step, ToolCall, Turn } from '../../../core/session.ts';
import { showBytes } from '../../../core/size.ts';
import type { ConversationJson } from '../../api.ts';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-loaded.ts';
import { counted, moment } from '../words.ts';

interface Props {
  readonly number: number;
  readonly agent: string;
  /** The turn that somebody came for. */
  readonly turn: number | undefined;
}

/** What was said up to a checkpoint, turn by turn; open are the turn that somebody came for, or else the newest. */
export function Conversation({ number, agent, turn: wanted }: Props) {
  const loaded = useLoaded(String(number), () => ask<ConversationJson>(`/api/checkpoints/${number}/conversation`));
  return (
    <Show of={loaded}>
      {({ turns, bytes }) => (
        <div class="conversation">
          <p class="quiet">
            {counted(turns.length, 'turn')}, {showBytes(bytes)}. Long results are cut.
          </p>
          {turns.map((turn, at) => (
            <TurnView
              key={at}
              turn={turn}
              at={at + 1}
              agent={agent}
              open={wanted === undefined ? at >= turns.length - OPEN : at + 1 === wanted}
              wanted={at + 1 === wanted}
            />
          ))}
        </div>
      )}
    </Show>
  );
}

/** Older turns wait for a click: nobody reads a thousand at once. */
const OPEN = 3;
const MAX_TITLE = 120;

interface TurnProps {
  readonly turn: Turn;
  readonly at: number;
  readonly agent: string;
  readonly open: boolean;
  readonly wanted: boolean;
}

function TurnView({ turn, at, agent, open, wanted }: TurnProps) {
  const { prompt, time, steps, outcome, error } = turn;
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [wanted]);
  const [first = ''] = prompt.trim().split('\n', 1);
  return (
    <details class={wanted ? 'turn wanted' : 'turn'} open={open} ref={place}>
      <summary>
        <b>Turn {at}</b> <span class="turn-title">{first.slice(0, MAX_TITLE)}</span>{' '}
        {time !== undefined && <span class="quiet">{moment(time)}</span>}
        {outcome !== 'done' && <span class="chip bad">{outcomeWords[outcome]}</span>}
      </summary>
      {prompt !== '' && (
        <section class="said by-user">
          <h3>You</h3>
          <p class="fact-text">{prompt}</p>
        </section>
      )}
      <section class="said">
        <h3>{agentTitle(agent)}</h3>
        {steps.map((step, index) => (
          <StepView key={index} step={step} />
        ))}
        {error !== undefined && <p class="notice bad">{error}</p>}
      </section>
    </details>
  );
}

const outcomeWords = { interrupted: 'interrupted', 'api-error': 'ended by an error', open: 'not ended' } as const;

function StepView({ step }: { step: Step }) {
  if (step.kind === 'text') return <p class="fact-text">{step.text}</p>;
  return <CallView call={step.call} />;
}

const callTones = { ok: 'passed', failed: 'failed', refused: 'failed', interrupted: '', open: '' } as const;
const callMarks = { ok: '✓', failed: '✗', refused: '✗', interrupted: '·', open: '·' } as const;

function CallView({ call }: { call: ToolCall }) {
  const { tool, command, paths, result, exitCode, output, change } = call;
  const root = useStore((state) => state.overview?.root ?? '');
  const about = command ?? paths.map((path) => path.replace(`${root}/`, '')).join(' ');
  const line = (
    <>
      <span class="mark">{callMarks[result]}</span> <b>{tool}</b> <code>{about.split('\n', 1)[0]}</code>
      {exitCode !== undefined && exitCode !== 0 && <span class="quiet"> exit {exitCode}</span>}
    </>
  );
  const more = [change?.removed && `- ${change.removed}`, change?.added && `+ ${change.added}`, output]
    .filter((text) => text)
    .join('\n');
  if (more === '') return <p class={`call ${callTones[result]}`}>{line}</p>;
  return (
    <details class={`call ${callTones[result]}`}>
      <summary>{line}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class="text-box wrapped" tabIndex={0}>
        {more}
      </pre>
    </details>
  );
}
