import type { SharingJson } from '../../api.ts';
import { checkpointAddress } from '../route.ts';
import { number } from '../words.ts';

/** With whom checkpoints are shared, what a push would send, and what it would be refused for. */
export function Sharing({ sharing: { remote, outgoing = 0, incoming = 0, secrets = [] } }: { sharing: SharingJson }) {
  if (remote === undefined)
    return (
      <p class="quiet">
        Checkpoints stay on this machine. <code>git checkpoint push REMOTE</code> shares them.
      </p>
    );
  return (
    <>
      <p>
        Shared with <b>{remote}</b>: {number(outgoing)} to send, {number(incoming)} to fetch as of the last time it was
        asked.
      </p>
      {secrets.length === 0 && <p class="notice good">No secret was found in what a push would send.</p>}
      {secrets.length > 0 && (
        <div class="notice bad" role="alert">
          <p>A push would be refused, because of these secrets:</p>
          <ul>
            {secrets.map(({ number: checkpoint, path, line, kind }) => (
              <li key={`${checkpoint} ${path} ${line} ${kind}`}>
                <a href={checkpointAddress(checkpoint, 'files')}>checkpoint {checkpoint}</a>: <code>{path}</code>, line{' '}
                {line}: {kind}
              </li>
            ))}
          </ul>
          <p>
            <code>git checkpoint redact ID</code> takes them out of a checkpoint.
          </p>
        </div>
      )}
    </>
  );
}
