import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Agent } from '../../src/agents/agent.ts';
import { compactSource } from '../../src/agents/compact-source.ts';
import { findTranscript } from '../../src/agents/find-transcript.ts';
import { readSession } from '../../src/agents/read-session.ts';
import { findAdapter, loadAgents } from '../../src/agents/registry.ts';
import type { SessionWriter } from '../../src/agents/session-writer.ts';
import { writeSession } from '../../src/agents/write-session.ts';
import type { Session } from '../../src/core/session.ts';
import { storingClients } from '../support/storing-clients.ts';
import { describe } from '../support/suite.ts';
import { storedLines } from '../support/transcript-lines.ts';
import { transcriptFixtures } from '../support/transcripts.ts';
import { withFolder } from '../support/with-folder.ts';

const agents = await loadAgents();
const writers = new Map<string, SessionWriter>();
for (const { name } of agents) {
  const writer = await findAdapter(name)?.writer?.();
  if (writer !== undefined) writers.set(name, writer);
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const isDocument = ({ conversation }: Agent) => conversation?.records !== undefined;

/** Those that an agent keeps in the form in which it is stored. */
const fixtures = transcriptFixtures().filter(
  ({ agent, path }) =>
    writers.has(agent) && path.endsWith('.json') === agents.some((one) => one.name === agent && isDocument(one)),
);

/** Whether there is something to go on with in a fixture, of a version that its writer knows. */
function isTaken(writer: SessionWriter, { agentVersion, turns }: Session): boolean {
  return writer.knows(agentVersion) && turns.length > 0;
}

describe('every session writer', (it) => {
  it('has a fixture that it takes', async () => {
    const taken = new Set<string>();
    for (const { path, agent } of fixtures) {
      const writer = writers.get(agent);
      if (writer && isTaken(writer, (await readSession({ path, agent })).session)) taken.add(agent);
    }
    assert.equal(taken, new Set(writers.keys()));
  });

  for (const fixture of fixtures) {
    const writer = writers.get(fixture.agent);
    if (writer === undefined) continue;
    const name = fixture.path.split(/[\\/]/).slice(-2).join('/');

    it(`makes a session of ${name} that its agent finds, beside all that is there`, async () => {
      const { session: before } = await readSession({ path: fixture.path, agent: fixture.agent });
      if (!isTaken(writer, before)) return;
      const lines = await storedLines(fixture.agent, fixture.path);
      await withFolder(async (home) => {
        const cwd = join(home, 'work', 'shop');
        mkdirSync(cwd, { recursive: true });
        const env = { PATH: storingClients(home) };
        const site = { cwd, home, env, now: new Date('2026-01-02T03:04:05Z') };
        const source = { ...before, records: () => each(lines), sides: [] };
        const [one, other] = [await writeSession(writer, source, site), await writeSession(writer, source, site)];
        assert.is.not(one.id, other.id);
        assert.is.not(one.files[0], other.files[0]);
        for (const file of [...one.files, ...other.files]) assert.is(statSync(file).mode & 0o777, 0o600, file);
        for (const { id, files } of [one, other]) {
          const found = await findTranscript({ agent: fixture.agent, sessionId: id, cwd, root: cwd, env: {}, home });
          assert.is(found?.path, files[0]);
          const { session } = await readSession({ path: files[0] ?? '', agent: fixture.agent });
          assert.equal([session.id, session.turns.length], [id, before.turns.length]);
        }
      });
    });

    it(`makes a session that begins with a summary of ${name}`, async () => {
      const { session: before } = await readSession({ path: fixture.path, agent: fixture.agent });
      if (!isTaken(writer, before) || writer.compacted === undefined) return;
      const lines = await storedLines(fixture.agent, fixture.path);
      await withFolder(async (home) => {
        const env = { PATH: storingClients(home) };
        const site = { cwd: home, home, env, now: new Date('2026-01-02T03:04:05Z') };
        const source = { ...before, records: () => each(lines), sides: [] };
        const text = 'What was said, in short.';
        const written = await writeSession(writer, await compactSource(writer, source, { text, site }), site);
        const { session } = await readSession({ path: written.files[0] ?? '', agent: fixture.agent });
        assert.equal([session.id, session.agentVersion], [written.id, before.agentVersion]);
        assert.ok(session.turns.every(({ prompt }) => prompt === ''));
        assert.match(session.compactions.join(), text);
      });
    });
  }
});
