import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { SUBMODULE } from '../../core/tree-change.ts';
import type { WorktreeStatus } from '../engine.ts';
import { Attributes } from '../files/attributes.ts';
import { type BytePath, textOf } from '../files/byte-path.ts';
import { IgnoreRules, rulesOnDisk } from '../files/ignore-rules.ts';
import { type IndexFile, readIndex } from '../files/index-file.ts';
import { branchState } from './branch-state.ts';
import { Cleaner } from './clean.ts';
import { composesNames } from './list-folder.ts';
import { findNamed } from './names.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { type StagedChange, stagedChanges } from './staged.ts';
import { type StatRules, statRules } from './stat-match.ts';
import { statusEntries } from './status.ts';
import { walkWorkingTree } from './working-tree.ts';

interface WorktreeParts extends RepositoryParts {
  /** Whether a submodule has changes of its own. */
  isDirty(place: RepositoryPaths): Promise<boolean>;
}

/** Index, attributes and working tree at one moment. */
export class Worktree {
  readonly parts: WorktreeParts;
  readonly index: IndexFile;
  readonly rules: StatRules;
  readonly attributes: Attributes;
  readonly #head: Oid | undefined;
  #staged: Promise<ReadonlyMap<BytePath, StagedChange>> | undefined;

  constructor(parts: WorktreeParts) {
    this.parts = parts;
    this.index = readIndex(parts.place);
    this.#head = parts.refs.resolve('HEAD');
    this.rules = statRules(parts.config, this.index);
    this.attributes = this.attributesWithout(new Set());
  }

  /** As they are once the snapshot has no regular files at these paths: a .gitattributes among them decides nothing. */
  attributesWithout(gone: ReadonlySet<BytePath>): Attributes {
    const { place, config, world } = this.parts;
    const fallback = async (path: BytePath) => (gone.has(path) ? undefined : this.#textInIndex(path));
    return new Attributes({ place, config, env: world.env, fallback });
  }

  cleaner(attributes = this.attributes): Cleaner {
    const { place, config, objects } = this.parts;
    return new Cleaner({ root: place.root, objects, config, attributes });
  }

  /** The tree of the commit that HEAD was when the index was read; undefined on an unborn branch. */
  async headTree(): Promise<Oid | undefined> {
    const { objects, refs } = this.parts;
    return this.#head && (await findNamed(objects, refs, `${this.#head}^{tree}`))?.oid;
  }

  staged(): Promise<ReadonlyMap<BytePath, StagedChange>> {
    this.#staged ??= this.headTree().then((head) => stagedChanges(this.parts.objects, this.index, head));
    return this.#staged;
  }

  async status(): Promise<WorktreeStatus> {
    const { place, config, world } = this.parts;
    const { index, rules } = this;
    const ignore = new IgnoreRules(place, config, { env: world.env, read: rulesOnDisk(place.root) });
    const foldCase = config.flag('core.ignorecase', false);
    const tree = walkWorkingTree({
      root: place.root,
      index,
      ignore,
      rules,
      foldCase,
      composes: composesNames(config),
    });
    const entries = await statusEntries({ worktree: this, tree, staged: await this.staged(), cleaner: this.cleaner() });
    const closedFolders = tree.closed.map((path) => `${textOf(path)}/`);
    return { ...(await branchState(this.parts)), entries, closedFolders };
  }

  async #textInIndex(path: BytePath): Promise<string | undefined> {
    const conflict = this.index.conflicts.get(path);
    const entry = conflict === undefined ? this.index.files.get(path) : conflict.find(({ stage }) => stage === 2);
    const blob = entry === undefined || entry.mode === SUBMODULE ? undefined : await this.parts.objects.find(entry.oid);
    return blob === undefined ? undefined : Buffer.from(blob.bytes).toString('latin1');
  }
}
