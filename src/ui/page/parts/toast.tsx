import { update, useStore } from '../store.ts';

/** How the last action ended. It stays until it is closed: who looks away must not miss the undo. */
export function ToastBox() {
  const toast = useStore((state) => state.toast);
  const readOnly = useStore((state) => state.overview?.read_only ?? true);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast !== undefined && (
        <div class={`toast ${toast.tone}`}>
          <p>
            <b>{toast.tone === 'good' ? '✓' : '✗'}</b> {toast.text}
            {toast.hint !== undefined && <span class="hint"> {toast.hint}</span>}
          </p>
          {toast.undo !== undefined && !readOnly && (
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
