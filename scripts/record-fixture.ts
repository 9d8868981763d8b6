/**
 * Writes down the session that each transcript under fixtures/ gives, for the contract tests. What it writes is only
 * right once someone has read it beside the transcript. Arguments are parts of paths to record.
 */
import { writeFileSync } from 'node:fs';
import { readSession } from '../src/agents/read-session.ts';
import { transcriptFixtures, withoutPlace } from '../test/support/transcripts.ts';

const wanted = process.argv.slice(2);
for (const { path, expected } of transcriptFixtures()) {
  if (wanted.length > 0 && !wanted.some((part) => path.includes(part))) continue;
  const { session } = await readSession({ path });
  writeFileSync(expected, `${JSON.stringify(withoutPlace(session), null, 2)}\n`);
}
