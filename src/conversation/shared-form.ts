import type { ConversationFormat } from '../agents/conversation-format.ts';
import { parseObject } from '../agents/json-value.ts';
import { loadAgent } from '../agents/registry.ts';
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
import { readSharedPieces, type SharedPieces, saveSharedPieces } from '../local/shared-pieces.ts';
import { renderFacts, type StoredConversation } from './conversation.ts';
import { CONVERSATION_VERSION } from './mark.ts';
import { piecePath } from './piece-path.ts';
import { isWithin, listPieces, readLink, readRecords } from './read-conversation.ts';
import { redactRecord } from './redact-record.ts';

/** How shared forms are made. */
interface SharingRules {
  readonly places: MachineIdentity;
  readonly mayLeave: (bytes: Uint8Array) => boolean;
}

/** Makes the form in which conversations leave: paths relative, no name of this machine or its user, no hidden reasoning. */
export class SharedForms {
  readonly #engine: GitEngine;
  readonly #rules: SharingRules;
  /** Checkpoints of one session have most pieces in common. Undefined: the piece must not leave. */
  readonly #pieces: Map<Oid, Oid | undefined>;
  readonly #commits: Map<string, Oid>;

  private constructor(engine: GitEngine, rules: SharingRules, known: SharedPieces) {
    this.#engine = engine;
    this.#rules = rules;
    this.#pieces = new Map(known.pieces);
    this.#commits = new Map(known.commits);
  }

  /** With what was shared before. No ref keeps it: a gc may have taken some of it. */
  static async open(engine: GitEngine, rules: SharingRules): Promise<SharedForms> {
    const { pieces, commits } = readSharedPieces(engine.place, rulesText(rules));
    const gone = new Set(await engine.missingObjects([...pieces.values(), ...commits.values()]));
    const there = (map: ReadonlyMap<string, Oid>) => new Map([...map].filter(([, oid]) => !gone.has(oid)));
    return new SharedForms(engine, rules, { pieces: there(pieces), commits: there(commits) });
  }

  /** Remembers the form of each piece, so that the next turn makes only that of a new one. */
  remember(): void {
    const pieces = new Map<Oid, Oid>();
    for (const [piece, shared] of this.#pieces) if (shared !== undefined) pieces.set(piece, shared);
    saveSharedPieces(this.#engine.place, rulesText(this.#rules), { pieces, commits: this.#commits });
  }

  /** The commit of the shared form; undefined when something in it must not leave. `there`: commits that the remote has. */
  async make(conversation: StoredConversation, there: ReadonlySet<Oid>): Promise<Oid | undefined> {
    const { conversation: format } = await loadAgent(conversation.agent);
    const [object] = await this.#engine.readObjects([conversation.commit]);
    const commit = object === undefined ? undefined : parseCommit(object.bytes);
    if (format === undefined || commit === undefined) return undefined;
    const { directory, ...facts } = conversation;
    const { places } = this.#rules;
    const roots = [...places.roots, ...(directory === undefined ? [] : [directory])];
    const leaves = new Map<string, Leaf>();
    for (const [stream, pieces] of await listPieces(this.#engine, conversation.tree)) {
      for (const [index, piece] of pieces.entries()) {
        const oid = await this.#share(piece, format, { ...places, roots });
        if (oid === undefined) return undefined;
        leaves.set(piecePath(stream, index), { mode: REGULAR, oid });
      }
    }
    const tree = await editTree(this.#engine, undefined, leaves);
    const parents = await this.#parents(conversation, leaves, there);
    const message = renderFacts(defined({ ...facts }));
    const made = await this.#engine.writeObject('commit', renderCommit({ ...commit, tree, parents, message }));
    this.#commits.set(sessionOf(conversation), made);
    return made;
  }

  /**
   * What was shared before of the same session, where this holds every piece of it. git then sends only what is new, and keeps nothing
   * that is not here as well.
   */
  async #parents(
    conversation: StoredConversation,
    leaves: ReadonlyMap<string, Leaf>,
    there: ReadonlySet<Oid>,
  ): Promise<readonly Oid[]> {
    const before = this.#commits.get(sessionOf(conversation));
    const link = before === undefined || !there.has(before) ? undefined : await readLink(this.#engine, before);
    const pieces = new Map([...leaves].map(([path, { oid }]) => [path, oid]));
    return before !== undefined && link !== undefined && isWithin(link.pieces, pieces) ? [before] : [];
  }

  async #share(piece: Oid, format: ConversationFormat, places: MachineIdentity): Promise<Oid | undefined> {
    if (this.#pieces.has(piece)) return this.#pieces.get(piece);
    const lines: string[] = [];
    for await (const line of readRecords(this.#engine, [piece])) {
      const shared = sharedLine(line, format, places);
      if (shared !== undefined) lines.push(`${shared}\n`);
    }
    const bytes = Buffer.from(lines.join(''));
    const shared = this.#rules.mayLeave(bytes) ? await this.#engine.writeObject('blob', bytes) : undefined;
    this.#pieces.set(piece, shared);
    return shared;
  }
}

function rulesText({ places }: SharingRules): string {
  return JSON.stringify([VERSION, CONVERSATION_VERSION, places]);
}

function sessionOf({ agent, session }: StoredConversation): string {
  return `${agent} ${session}`;
}

function sharedLine(line: string, format: ConversationFormat, places: MachineIdentity): string | undefined {
  const record = parseObject(line);
  if (record === undefined) throw new Failure('fatal', 'a stored record of a conversation is damaged');
  const shared = format.shared(record);
  if (shared === undefined) return undefined;
  return redactRecord(JSON.stringify(mapTexts(shared, (text) => hideIdentity(text, places))));
}
