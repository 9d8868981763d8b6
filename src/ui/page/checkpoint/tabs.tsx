import type { CheckpointPageJson } from '../../api.ts';
import { addressOf, type Route, tabs } from '../route.ts';
import { number, tabTitles } from '../words.ts';

interface Props {
  readonly route: Extract<Route, { readonly screen: 'checkpoint' }>;
  readonly page: CheckpointPageJson;
}

/** The views of a checkpoint; each has an address of its own. */
export function Tabs({ route, page: { checkpoint, conversation } }: Props) {
  return (
    <div class="tabs" role="tablist" aria-label="Views of this checkpoint">
      {tabs
        .filter((tab) => tab !== 'conversation' || conversation)
        .map((tab) => (
          <a
            key={tab}
            id={`tab-${tab}`}
            role="tab"
            aria-selected={tab === route.tab}
            title={tabTitles[tab].about}
            href={addressOf({ screen: 'checkpoint', number: route.number, tab })}
          >
            {tabTitles[tab].title}
            {tab === 'files' && <span class="tab-count">{number(checkpoint.files.length)}</span>}
          </a>
        ))}
    </div>
  );
}
