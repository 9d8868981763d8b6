import type { ComponentChildren } from 'preact';
import type { Loaded } from '../use-loaded.ts';
import { Prose } from './prose.tsx';

/** Draws what was loaded, or says that it is on its way or why it is not there. */
export function Show<T>({ of, children }: { of: Loaded<T>; children: (value: T) => ComponentChildren }) {
  if (of.kind === 'loading')
    return (
      <p class="quiet pad" role="status">
        Reading…
      </p>
    );
  if (of.kind === 'failed')
    return (
      <div class="notice bad" role="alert">
        <strong>{of.message}</strong>
        {of.hint !== undefined && (
          <p>
            <Prose text={of.hint} />
          </p>
        )}
      </div>
    );
  return <>{children(of.value)}</>;
}
