import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { agentNamed } from '../agents/registry.ts';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { hideIdentity, type MachineIdentity } from '../core/machine-identity.ts';
import { mapTexts } from '../core/map-texts.ts';
import { VERSION } from '../core/version.ts';
import { parseCommit, renderCommit } from '../git/commit-bytes.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { REGULAR } from '../git/tree-bytes.ts';
import { readSharedPieces, saveSharedPieces } from '../local/shared-pieces.ts';
import { renderFacts, type StoredConversation } from './conversation.ts';
import { CONVERSATION_VERSION } from './mark.ts';
import { piecePath } from './piece-path.ts';
import { listPieces, readRecords } from './read-conversation.ts';
import { redactRecord } from './redact-record.ts';

/** Makes the form in which conversations leave: paths relative, no name of this machine or its user, no hidden reasoning. */
export class SharedForms {
  readonly #engine: GitEngine;
  readonly #places: MachineIdentity;
  readonly #mayLeave: (bytes: Uint8Array) => boolean;
  /** Checkpoints of one session have most pieces in common. Undefined: the piece must not leave. */
  #pieces: Map<Oid, Oid | undefined> | undefined;

  constructor(engine: GitEngine, places: MachineIdentity, mayLeave: (bytes: Uint8Array) => boolean) {
    this.#engine = engine;
    this.#places = places;
    this.#mayLeave = mayLeave;
  }

  /** Remembers the form of each piece, so that the next turn makes only that of a new one. */
  remember(): void {
    const pieces = new Map([...(this.#pieces ?? [])].flatMap(([from, to]) => (to === undefined ? [] : [[from, to]])));
    if (pieces.size > 0) saveSharedPieces(this.#engine.place, this.#rules, pieces);
  }

  get #rules(): string {
    return JSON.stringify([VERSION, CONVERSATION_VERSION, this.#places]);
  }

  /** No ref keeps what was shared: a gc may have taken some of it. */
  async #recall(): Promise<Map<Oid, Oid | undefined>> {
    const known = readSharedPieces(this.#engine.place, this.#rules);
    const gone = new Set(await this.#engine.missingObjects([...known.values()]));
    return new Map([...known].filter(([, shared]) => !gone.has(shared)));
  }

  /** The commit of the shared form; undefined when something in it must not leave. The same conversation gives the same commit. */
  async make(conversation: StoredConversation): Promise<Oid | undefined> {
    const format = agentNamed(conversation.agent).conversation;
    const [object] = await this.#engine.readObjects([conversation.commit]);
    const commit = object === undefined ? undefined : parseCommit(object.bytes);
    if (format === undefined || commit === undefined) return undefined;
    const { directory, ...facts } = conversation;
    const roots = [...this.#places.roots, ...(directory === undefined ? [] : [directory])];
    const places = { ...this.#places, roots };
    const leaves = new Map<string, Leaf>();
    for (const [stream, pieces] of await listPieces(this.#engine, conversation.tree)) {
      for (const [index, piece] of pieces.entries()) {
        const oid = await this.#share(piece, format, places);
        if (oid === undefined) return undefined;
        leaves.set(piecePath(stream, index), { mode: REGULAR, oid });
      }
    }
    const tree = await editTree(this.#engine, undefined, leaves);
    const message = renderFacts(defined({ ...facts }));
    return this.#engine.writeObject('commit', renderCommit({ ...commit, tree, parents: [], message }));
  }

  async #share(piece: Oid, format: ConversationFormat, places: MachineIdentity): Promise<Oid | undefined> {
    this.#pieces ??= await this.#recall();
    if (this.#pieces.has(piece)) return this.#pieces.get(piece);
    const lines: string[] = [];
    for await (const line of readRecords(this.#engine, [piece])) {
      const shared = sharedLine(line, format, places);
      if (shared !== undefined) lines.push(`${shared}\n`);
    }
    const bytes = Buffer.from(lines.join(''));
    const shared = this.#mayLeave(bytes) ? await this.#engine.writeObject('blob', bytes) : undefined;
    this.#pieces.set(piece, shared);
    return shared;
  }
}

function sharedLine(line: string, format: ConversationFormat, places: MachineIdentity): string | undefined {
  const record = parseObject(line);
  if (record === undefined) throw new Failure('fatal', 'a stored record of a conversation is damaged');
  const shared = format.shared === undefined ? record : format.shared(record);
  if (shared === undefined) return undefined;
  return redactRecord(JSON.stringify(mapTexts(shared, (text) => hideIdentity(text, places))));
}
