import type { FindingJson } from '../../api.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Prose } from '../parts/prose.tsx';
import { counted } from '../words.ts';

const marks = {
  ok: { mark: '✓', tone: 'passed', title: 'in order' },
  note: { mark: '–', tone: '', title: 'worth knowing' },
  wrong: { mark: '✗', tone: 'failed', title: 'wrong' },
} as const;

const order: readonly FindingJson['state'][] = ['wrong', 'note', 'ok'];

/** What doctor says, the worst first; hooks that took their time well stand in their own table. */
export function Findings({ findings }: { findings: readonly FindingJson[] }) {
  const told = findings.filter(({ milliseconds, state }) => milliseconds === undefined || state === 'wrong');
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  return (
    <>
      <p class={`notice ${wrong === 0 ? 'good' : 'bad'}`}>
        {wrong === 0 ? '✓ No problems.' : `✗ ${counted(wrong, 'problem')}.`}
      </p>
      <ul class="findings">
        {told
          .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
          .map((finding) => (
            <FindingLine key={finding.text} finding={finding} />
          ))}
      </ul>
    </>
  );
}

function FindingLine({ finding: { state, text, hint } }: { finding: FindingJson }) {
  const { mark, tone, title } = marks[state];
  return (
    <li class={tone}>
      <span class="mark" title={title}>
        {mark}
      </span>
      <span class="finding">
        <Prose text={text.trim()} />
        {hint !== undefined && (
          <span class="fix">
            <Prose text={hint} />
          </span>
        )}
      </span>
      {hint !== undefined && <CopyButton label="Copy" text={commandIn(hint)} />}
    </li>
  );
}

/** The command that a hint names, or all of it. */
function commandIn(hint: string): string {
  return /`([^`]+)`/.exec(hint)?.[1] ?? hint;
}
