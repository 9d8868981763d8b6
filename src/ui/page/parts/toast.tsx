import { checkpointAddress } from '../route.ts';
import { update, useStore } from '../store.ts';
import { PickedBar } from './picked-bar.tsx';

/** How the last action ended. It stays until it is closed: who looks away must not miss the undo. */
export function ToastBox() {
  const toast = useStore((state) => state.toast);
  return (
    <div class="toasts" role="status" aria-live="polite">
      <PickedBar />
      {toast !== undefined && (
        <div class={`toast ${toast.tone}`}>
          <p>
            <b>{toast.tone === 'good' ? '✓' : '✗'}</b> {toast.text}
            {toast.hint !== undefined && <span class="hint"> {toast.hint}</span>}
            {toast.safety !== undefined && (
              <>
                {' '}
                What you had is <a href={checkpointAddress(toast.safety)}>checkpoint {toast.safety}</a>.
              </>
            )}
          </p>
          {toast.undo !== undefined && (
            <button type="button" onClick={() => update({ sheet: { kind: 'undo', operation: toast.undo ?? 0 } })}>
              Undo
            </button>
          )}
          <button
            type="button"
            class="small"
            aria-label="Close this message"
            onClick={() => update({ toast: undefined })}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
