import { describeCommand, hasFailed, hasPassed } from '../../../core/describe-command.ts';
import type { CheckpointPageJson } from '../../api.ts';
import { checkpointAddress } from '../route.ts';
import { compareFacts } from './compare-facts.ts';
import { FactList } from './fact-list.tsx';

/** What the session knew, and what of it is new. */
export function Knew({ page: { checkpoint, previous, conversation } }: { page: CheckpointPageJson }) {
  const fields = compareFacts(checkpoint.analysis, previous?.analysis);
  const commands = checkpoint.context.recent_commands;
  return (
    <div class="knew">
      {previous !== undefined && (
        <p class="quiet">
          Compared with <a href={checkpointAddress(previous.number)}>checkpoint {previous.number}</a> before it.
        </p>
      )}
      {fields.length === 0 && <p class="quiet">Nothing was known beside the files.</p>}
      <FactList fields={fields} said={conversation ? checkpoint.number : undefined} />
      {commands.length > 0 && (
        <section class="fact-field">
          <h3>Commands</h3>
          <ul class="commands">
            {commands.map((command, at) => (
              <li key={at} class={markOf(command).tone}>
                <span class="mark">{markOf(command).mark}</span> <code>{describeCommand(command)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function markOf(command: Parameters<typeof hasFailed>[0]): { readonly mark: string; readonly tone: string } {
  if (hasFailed(command)) return { mark: '✗', tone: 'failed' };
  return hasPassed(command) ? { mark: '✓', tone: 'passed' } : { mark: '·', tone: '' };
}
