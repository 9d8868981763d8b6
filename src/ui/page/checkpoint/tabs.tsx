import { addressOf, type Route, tabs } from '../route.ts';
import { tabTitles } from '../words.ts';

/** The views of a checkpoint; each has an address of its own. */
export function Tabs({ route }: { route: Extract<Route, { readonly screen: 'checkpoint' }> }) {
  return (
    <div class="tabs" role="tablist" aria-label="Views of this checkpoint">
      {tabs.map((tab) => (
        <a
          key={tab}
          id={`tab-${tab}`}
          role="tab"
          aria-selected={tab === route.tab}
          href={addressOf({ screen: 'checkpoint', number: route.number, tab })}
        >
          {tabTitles[tab]}
        </a>
      ))}
    </div>
  );
}
