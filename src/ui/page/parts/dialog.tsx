import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { update } from '../store.ts';

/** A sheet above the page. Escape closes it, and what had the focus before gets it back: the browser sees to that. */
export function Dialog({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'sheet wide' : 'sheet'}
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        closeSheet();
      }}
    >
      <h2 id="sheet-title">{title}</h2>
      {children}
      {/* Last, so that the keyboard is at the first choice when it opens. */}
      <button type="button" class="small close" aria-label="Close" onClick={closeSheet}>
        ✕
      </button>
    </dialog>
  );
}

export function closeSheet(): void {
  update({ sheet: undefined });
}
