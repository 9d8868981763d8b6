import type { ComponentChildren } from 'preact';
import type { RowJson } from '../../api.ts';
import { NARROW, useWidth } from '../use-width.ts';
import { counted, number } from '../words.ts';
import { choicesOf, type Filter, filterRows, isFiltered, noFilter } from './filter.ts';

const fields = [
  { name: 'branch', title: 'Branch' },
  { name: 'agent', title: 'Who' },
  { name: 'trigger', title: 'Why saved' },
] as const;

interface Props {
  readonly rows: readonly RowJson[];
  readonly filter: Filter;
  readonly shown: number;
  readonly complete: boolean;
  readonly change: (filter: Filter) => void;
}

/** What of the timeline is shown. On a narrow screen it waits behind a word. */
export function Filters(props: Props) {
  const { filter, shown, complete } = props;
  const count = (
    <output class="quiet">
      {counted(shown, 'checkpoint')}
      {complete ? '' : ', reading older ones…'}
    </output>
  );
  if (useWidth() >= NARROW) return <FilterForm {...props}>{count}</FilterForm>;
  return (
    <details class="filters-fold">
      <summary>
        Filter {isFiltered(filter) && <span class="chip">on</span>} {count}
      </summary>
      <FilterForm {...props} />
    </details>
  );
}

/** Each choice with how many it leaves. */
function FilterForm({ rows, filter, change, children }: Props & { children?: ComponentChildren }) {
  const kept = filterRows(rows, filter, 'kept').filter((row) => row.kept).length;
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {fields.map(({ name, title }) => (
        <label key={name}>
          <span class="label">{title}</span>
          <select value={filter[name]} onChange={(event) => change({ ...filter, [name]: event.currentTarget.value })}>
            <option value="">all</option>
            {choicesOf(rows, filter, name).map(({ value, title: text, count }) => (
              <option key={value} value={value}>
                {text} ({number(count)})
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        <span class="label">Touched</span>
        <input
          type="text"
          placeholder="path"
          value={filter.path}
          onChange={(event) => change({ ...filter, path: event.currentTarget.value.trim() })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.kept}
          onChange={(event) => change({ ...filter, kept: event.currentTarget.checked })}
        />
        kept only ({number(kept)})
      </label>
      {isFiltered(filter) && (
        <button type="button" class="small" onClick={() => change(noFilter)}>
          Clear
        </button>
      )}
      {children}
    </form>
  );
}
