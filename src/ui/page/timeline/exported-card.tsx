import type { Exported } from '../exported.ts';
import { counted, moment, number } from '../words.ts';

/** What an exported page is, and what is not in it. */
export function ExportedCard({ exported: { made, folded }, total }: { exported: Exported; total: number }) {
  return (
    <section class="here-card" aria-label="This page">
      <div>
        <p>
          {counted(total, 'checkpoint')}, exported {moment(made)}. Secrets are redacted.
        </p>
        {folded.length > 0 && (
          <details>
            <summary>Left out: {number(folded.length)}</summary>
            <ul>
              {folded.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
