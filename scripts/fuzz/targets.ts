import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '../../src/agents/read-session.ts';
import { loadHooks } from '../../src/agents/registry.ts';
import { servedNames } from '../../src/core/agent-table.ts';
import { parseCommit } from '../../src/git/commit-bytes.ts';
import { ObjectStore } from '../../src/git/files/object-store.ts';
import { parseTree } from '../../src/git/tree-bytes.ts';
import { readPayload } from '../../src/hooks/read-payload.ts';
import { redact } from '../../src/redaction/redact.ts';
import { parseLedger, renderLedger } from '../../src/store/ledger.ts';
import { parseNote, renderNote } from '../../src/store/note-text.ts';

/** Something that reads what comes from elsewhere. */
export interface Target {
  readonly name: string;
  /** Folders and files whose contents are mutated. */
  readonly seeds: readonly string[];
  /** Reads one input; only a `Failure` may be thrown. */
  run(input: Buffer, folder: string): Promise<void>;
}

const MAX_SEED_BYTES = 256 * 1024;

/** The inputs to begin with: the fixtures, and what once broke something. */
export function seedsOf({ name, seeds }: Target): Buffer[] {
  const found = [...seeds, `fixtures/fuzz/${name}`].filter((path) => existsSync(path)).flatMap(filesBelow);
  return found.filter((path) => statSync(path).size <= MAX_SEED_BYTES).map((path) => readFileSync(path));
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

export const targets: readonly Target[] = [
  {
    name: 'notes',
    seeds: ['fixtures/notes'],
    async run(input) {
      const note = await parseNote(input);
      await parseNote(Buffer.from(renderNote(note)));
    },
  },
  {
    name: 'ledgers',
    seeds: ['fixtures/fuzz/ledgers'],
    async run(input) {
      parseLedger(Buffer.from(renderLedger(parseLedger(input))));
    },
  },
  {
    name: 'transcripts',
    seeds: ['fixtures/transcripts'],
    async run(input, folder) {
      const path = join(folder, 'transcript.jsonl');
      writeFileSync(path, input);
      const { session } = await readSession({ path });
      redact(JSON.stringify(session));
    },
  },
  {
    name: 'payloads',
    seeds: ['fixtures/hooks'],
    async run(input) {
      const payload = await readPayload(
        (async function* () {
          yield input;
        })(),
      );
      for (const agent of servedNames) {
        const hooks = await loadHooks(agent);
        hooks.render(hooks.parse(payload), { notice: 'n', context: 'c' });
      }
    },
  },
  {
    name: 'packs',
    seeds: ['fixtures/fuzz/packs'],
    run: readPack,
  },
];

/** A pack and its index in one input: its first four bytes say how long the index is. */
async function readPack(input: Buffer, folder: string): Promise<void> {
  const length = input.length < 4 ? 0 : input.readUInt32BE(0) % Math.max(1, input.length);
  const objects = join(folder, 'objects');
  mkdirSync(join(objects, 'pack'), { recursive: true });
  writeFileSync(join(objects, 'pack', 'pack-1.idx'), input.subarray(4, 4 + length));
  writeFileSync(join(objects, 'pack', 'pack-1.pack'), input.subarray(4 + length));
  const store = new ObjectStore(objects);
  try {
    for (const oid of idsIn(input.subarray(4, 4 + length))) {
      const object = store.find(oid);
      if (object?.type === 'commit') parseCommit(object.bytes);
      if (object?.type === 'tree') parseTree(object.bytes, 40);
    }
  } finally {
    store.close();
  }
}

/** The ids that an index of version 2 holds, behind its header and its table of 256 counts. */
function idsIn(index: Buffer): string[] {
  const table = 8 + 256 * 4;
  const ids: string[] = [];
  for (let at = table; at + 20 <= index.length && ids.length < 50; at += 20)
    ids.push(index.toString('hex', at, at + 20));
  return ids;
}
