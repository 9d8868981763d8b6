/**
 * Prints what the analysis finds in transcripts: `show-analysis.ts [--table] FILE…`. Nothing is saved. The files a
 * session edited stand in for git's list of changes, which a transcript alone does not have.
 */
import { basename } from 'node:path';
import { readSession } from '../src/agents/read-session.ts';
import { analyzeSession } from '../src/analysis/analyze.ts';

const table = process.argv.includes('--table');
if (table)
  process.stdout.write(
    '| file | lines | unknown | turns | summary | task | next | decisions | blockers | rules | ms | bytes |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n',
  );

for (const path of process.argv.slice(2).filter((argument) => !argument.startsWith('--'))) {
  const { session } = await readSession({ path });
  const { edited } = analyzeSession({ session, changes: [] }).sessionFiles;
  const changes = edited
    .filter((file) => !file.startsWith('/'))
    .map((file) => ({ path: file, status: 'modified' as const, added: 1, removed: 0 }));
  const started = performance.now();
  const found = analyzeSession({ session, changes });
  const ms = Math.round(performance.now() - started);
  const { analysis } = found;
  if (table) {
    const row = [
      basename(path),
      session.reading.lines,
      session.reading.unknown,
      session.turns.length,
      found.summary,
      analysis.current_task.slice(0, 60),
      analysis.next_actions.length,
      analysis.decisions.length,
      analysis.blockers.length,
      analysis.user_rules.length,
      ms,
      JSON.stringify(analysis).length,
    ];
    process.stdout.write(`| ${row.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |\n`);
    continue;
  }
  process.stdout.write(`\n═══ ${path}\nsummary: ${found.summary}\n`);
  for (const [field, value] of Object.entries({ ...analysis, evidence: undefined, source: undefined })) {
    if (typeof value === 'string') process.stdout.write(`${field}: ${value}\n`);
    if (Array.isArray(value) && value.length > 0)
      process.stdout.write(
        `${field}:\n${value.map((item) => `  - ${typeof item === 'string' ? item : `${item.path} [${item.status}] ${item.change}`}`).join('\n')}\n`,
      );
  }
  process.stdout.write(
    `recent commands:\n${found.recentCommands.map((line) => `  - ${line}`).join('\n')}\npackages: ${found.relevantPackages.join(', ')}\n`,
  );
  process.stdout.write(
    `edited: ${found.sessionFiles.edited.join(', ')}\nread: ${found.sessionFiles.read.map(({ path: file, lines }) => `${file}${lines && `:${lines}`}`).join(', ')}\n`,
  );
}
