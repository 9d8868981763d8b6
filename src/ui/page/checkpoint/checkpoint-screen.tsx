import type { CheckpointPageJson } from '../../api.ts';
import { ask } from '../client.ts';
import { Show } from '../parts/loading.tsx';
import type { Route } from '../route.ts';
import { useLoaded } from '../use-loaded.ts';
import { Actions } from './actions.tsx';
import { Conversation } from './conversation.tsx';
import { Files } from './files.tsx';
import { Header } from './header.tsx';
import { Knew } from './knew.tsx';
import { Neighbours } from './neighbours.tsx';
import { Pack } from './pack.tsx';
import { Raw } from './raw.tsx';
import { Tabs } from './tabs.tsx';

type CheckpointRoute = Extract<Route, { readonly screen: 'checkpoint' }>;

/** One checkpoint: what was known, the files, what the next session reads. */
export function CheckpointScreen({ route }: { route: CheckpointRoute }) {
  const { number } = route;
  const loaded = useLoaded(String(number), () => ask<CheckpointPageJson>(`/api/checkpoints/${number}`));
  if (loaded.kind === 'failed')
    return (
      <article class="checkpoint">
        <div class="facts">
          <span>Checkpoint {number}</span>
          <Neighbours number={number} tab={route.tab} />
        </div>
        <Show of={loaded}>{() => null}</Show>
      </article>
    );
  return (
    <Show of={loaded}>
      {(page) => (
        <article class="checkpoint">
          <div class="checkpoint-top">
            <Header page={page} tab={route.tab} />
            <Actions checkpoint={page.checkpoint} />
          </div>
          <Tabs route={route} page={page} />
          <div class="tab-panel" role="tabpanel" aria-labelledby={`tab-${route.tab}`}>
            <Panel route={route} page={page} />
          </div>
        </article>
      )}
    </Show>
  );
}

function Panel({ route, page }: { route: CheckpointRoute; page: CheckpointPageJson }) {
  switch (route.tab) {
    case 'knew':
      return <Knew page={page} />;
    case 'files':
      return <Files page={page} against={route.part ?? 'base'} />;
    case 'pack':
      return <Pack number={route.number} />;
    case 'conversation':
      return (
        <Conversation
          number={route.number}
          agent={page.checkpoint.session?.agent ?? ''}
          turn={route.part === undefined ? undefined : Number(route.part)}
        />
      );
    case 'raw':
      return <Raw number={route.number} />;
  }
}
