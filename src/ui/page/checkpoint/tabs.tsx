import { addressOf, type Route, type Tab, tabs } from '../route.ts';
import { tabTitles } from '../words.ts';

interface Props {
  readonly route: Extract<Route, { readonly screen: 'checkpoint' }>;
  /** Views that there is nothing for. */
  readonly without: readonly Tab[];
}

/** The views of a checkpoint; each has an address of its own. */
export function Tabs({ route, without }: Props) {
  return (
    <div class="tabs" role="tablist" aria-label="Views of this checkpoint">
      {tabs
        .filter((tab) => !without.includes(tab))
        .map((tab) => (
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
