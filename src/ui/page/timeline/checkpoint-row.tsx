import { age, shortAge } from '../../../core/age.ts';
import type { RowJson } from '../../api.ts';
import { ChangeBar, Counts } from '../parts/counts.tsx';
import { Icon } from '../parts/icon.tsx';
import { pick } from '../pick.ts';
import { checkpointAddress } from '../route.ts';
import { triggerTones } from '../words.ts';

interface Props {
  readonly row: RowJson;
  readonly here: boolean;
  readonly picked: boolean;
}

/** A checkpoint in one line. Shift and click picks it to be compared. */
export function CheckpointRow({ row, here, picked }: Props) {
  const { number, damage, summary = '', trigger, why = '', since } = row;
  const key = `row ${number}`;
  if (damage !== undefined)
    return (
      <a class="row damaged" href={checkpointAddress(number)} data-key={key}>
        <span class="row-number">{number}</span>
        <Icon name="broken" title="damaged" tone="bad-icon" />
        <span class="row-summary">cannot be read: {damage}</span>
      </a>
    );
  return (
    <a
      class={`row ${here ? 'here' : ''} ${picked ? 'picked' : ''}`}
      href={checkpointAddress(number)}
      data-key={key}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        pick(number);
      }}
    >
      <span class="row-number">{number}</span>
      <time class="row-age" dateTime={row.created} title={age(new Date(row.created ?? ''), new Date())}>
        {shortAge(new Date(row.created ?? ''), new Date())}
      </time>
      <span class={`row-why ${trigger === undefined ? '' : triggerTones[trigger]}`}>{why}</span>
      <span class="row-summary" dir="auto">
        {summary}
      </span>
      <span class="row-flags">
        {row.kept && <Icon name="star" title="kept" tone="tone-you" />}
        {why.startsWith('before ') && <Icon name="shield" title={`taken ${why}`} />}
        {row.tests === 'failed' && <Icon name="flag" title="tests failed" tone="bad-icon" />}
        {row.by !== undefined && <Icon name="person" title={`by ${row.by}`} />}
        {row.pending && <span class="chip">pending</span>}
        {here && <span class="chip good">you are here</span>}
        {picked && <span class="chip">picked</span>}
      </span>
      <span class="row-files">{filesOf(row)}</span>
      <span class="row-counts">
        {since !== undefined && (
          <>
            <ChangeBar added={since.added} removed={since.removed} />
            <Counts added={since.added} removed={since.removed} />
          </>
        )}
      </span>
    </a>
  );
}

/** `store.go`, or `store.go and 3 more`. */
function filesOf({ since }: RowJson): string {
  const [first, ...rest] = since?.paths ?? [];
  if (since === undefined || first === undefined) return '';
  const name = first.slice(first.lastIndexOf('/') + 1);
  return rest.length === 0 ? name : `${name} and ${since.files - 1} more`;
}
