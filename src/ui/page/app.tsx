import { CheckpointScreen } from './checkpoint/checkpoint-screen.tsx';
import { Health } from './health/health.tsx';
import { HelpSheet } from './parts/help-sheet.tsx';
import { ToastBox } from './parts/toast.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { DropSheet } from './restore/drop-sheet.tsx';
import { RestoreSheet } from './restore/restore-sheet.tsx';
import { SaveSheet } from './restore/save-sheet.tsx';
import { UndoSheet } from './restore/undo-sheet.tsx';
import type { Route } from './route.ts';
import { Compare } from './screens/compare.tsx';
import { Search } from './screens/search.tsx';
import { Session } from './screens/session.tsx';
import { type Sheet, useStore } from './store.ts';
import { Timeline } from './timeline/timeline.tsx';

export function App() {
  const route = useStore((state) => state.route);
  const sheet = useStore((state) => state.sheet);
  const offline = useStore((state) => state.offline);
  return (
    <>
      <TopBar />
      {offline && (
        <p class="notice bad offline" role="alert">
          git checkpoint has ended or cannot be reached; what you see may be old. Start <code>git checkpoint ui</code>{' '}
          again.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Screen route={route} />
      </main>
      {sheet !== undefined && <SheetOf sheet={sheet} />}
      <ToastBox />
    </>
  );
}

function Screen({ route }: { route: Route }) {
  switch (route.screen) {
    case 'timeline':
      return <Timeline />;
    case 'checkpoint':
      return <CheckpointScreen route={route} />;
    case 'compare':
      return <Compare from={route.from} to={route.to} />;
    case 'session':
      return <Session id={route.id} />;
    case 'search':
      return <Search text={route.text} />;
    case 'health':
      return <Health />;
  }
}

function SheetOf({ sheet }: { sheet: Sheet }) {
  switch (sheet.kind) {
    case 'restore':
      return <RestoreSheet number={sheet.number} />;
    case 'undo':
      return <UndoSheet {...sheet} />;
    case 'save':
      return <SaveSheet />;
    case 'drop':
      return <DropSheet {...sheet} />;
    case 'help':
      return <HelpSheet />;
  }
}
