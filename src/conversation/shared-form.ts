import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { agentNamed } from '../agents/registry.ts';
import type { Oid } from '../core/checkpoint.ts';
import { defined } from '../core/defined.ts';
import { Failure } from '../core/failure.ts';
import { hideIdentity, type MachineIdentity } from '../core/machine-identity.ts';
import { mapTexts } from '../core/map-texts.ts';
import { parseCommit, renderCommit } from '../git/commit-bytes.ts';
import { editTree, type Leaf } from '../git/edit-tree.ts';
import type { GitEngine } from '../git/engine.ts';
import { REGULAR } from '../git/tree-bytes.ts';
import { renderFacts, type StoredConversation } from './conversation.ts';
import { piecePath } from './piece-path.ts';
import { listPieces, readRecords } from './read-conversation.ts';
import { redactRecord } from './redact-record.ts';

/** Makes the form in which conversations leave: paths relative, no name of this machine or its user, no hidden reasoning. */
export class SharedForms {
  readonly #engine: GitEngine;
  readonly #places: MachineIdentity;
  /** Checkpoints of one session have most pieces in common. */
  readonly #pieces = new Map<Oid, Oid | undefined>();
  /** What was written, by its id; undefined for a piece that must not leave. */
  readonly #mayLeave: (bytes: Uint8Array) => boolean;

  constructor(engine: GitEngine, places: MachineIdentity, mayLeave: (bytes: Uint8Array) => boolean) {
    this.#engine = engine;
    this.#places = places;
    this.#mayLeave = mayLeave;
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
    if (this.#pieces.has(piece)) return this.#pieces.get(piece);
    const lines: string[] = [];
    for await (const line of readRecords(this.#engine, [piece])) lines.push(`${sharedLine(line, format, places)}\n`);
    const bytes = Buffer.from(lines.join(''));
    const shared = this.#mayLeave(bytes) ? await this.#engine.writeObject('blob', bytes) : undefined;
    this.#pieces.set(piece, shared);
    return shared;
  }
}

function sharedLine(line: string, format: ConversationFormat, places: MachineIdentity): string {
  const record = parseObject(line);
  if (record === undefined) throw new Failure('fatal', 'a stored record of a conversation is damaged');
  const shared = mapTexts(format.shared?.(record) ?? record, (text) => hideIdentity(text, places));
  return redactRecord(JSON.stringify(shared));
}
