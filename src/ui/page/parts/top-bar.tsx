import { useEffect } from 'preact/hooks';
import { exported } from '../exported.ts';
import { addressOf } from '../route.ts';
import { mayChange, update, useStore } from '../store.ts';

/** The name of the repository, search, and the way to the other screens. */
export function TopBar() {
  const name = useStore((state) => state.overview?.name ?? '');
  const screen = useStore((state) => state.route.screen);
  const changes = useStore(mayChange);
  const readOnly = useStore((state) => exported === undefined && state.overview?.read_only === true);
  useEffect(() => {
    const field = document.getElementById('search');
    if (screen !== 'search' && field instanceof HTMLInputElement) field.value = '';
  }, [screen]);
  const search = (text: string) => {
    if (text.trim() !== '') location.hash = addressOf({ screen: 'search', text: text.trim() });
  };
  return (
    <header class="top-bar">
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the page
      </button>
      <a class="brand" href="#/" title="Timeline">
        <Mark />
        <span>{name || 'git checkpoint'}</span>
      </a>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem('q');
            if (field instanceof HTMLInputElement) search(field.value);
            // The keys belong to the page again: j goes to the first hit.
            focusMain();
          }}
        >
          <input
            id="search"
            class="search-field"
            name="q"
            type="search"
            placeholder="Search what was known, commands and files"
            aria-label="Search what was known, commands and files"
          />
          <span class="search-key" aria-hidden="true">
            /
          </span>
        </form>
      </search>
      <nav aria-label="Pages">
        <a class="page-link" href="#/" aria-current={screen === 'timeline' ? 'page' : undefined}>
          Timeline
        </a>
        {exported === undefined && (
          <a class="page-link" href="#/health" aria-current={screen === 'health' ? 'page' : undefined}>
            Health
          </a>
        )}
      </nav>
      {readOnly && <span class="chip">read-only</span>}
      {changes && (
        <button type="button" class="small" onClick={() => update({ sheet: { kind: 'undo' } })}>
          Undo…
        </button>
      )}
      <button type="button" class="small" aria-label="Keys" onClick={() => update({ sheet: { kind: 'help' } })}>
        ?
      </button>
    </header>
  );
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** Checkpoints on the rail of a branch, and one put back. */
function Mark() {
  return (
    <svg class="mark-of-brand" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M7 2v16M7 15C15 15 15 6 9.5 6" />
      <circle cx="7" cy="5.5" r="3" />
      <circle cx="7" cy="15" r="3" />
    </svg>
  );
}
