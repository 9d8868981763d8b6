import type { Stats } from 'node:fs';
import type { Oid } from '../../core/checkpoint.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import type { WorktreeStatus } from '../engine.ts';
import { Attributes } from './attributes.ts';
import { branchState } from './branch-state.ts';
import { type BytePath, folderOf, nameOf } from './byte-path.ts';
import { Cleaner } from './clean.ts';
import { History } from './history.ts';
import { IgnoreRules, rulesOnDisk } from './ignore-rules.ts';
import { type IndexEntry, type IndexFile, readIndex } from './index-file.ts';
import { folderIn, type IndexView, viewIndex } from './index-folders.ts';
import { peelToTree } from './names.ts';
import type { Objects } from './objects.ts';
import type { RepositoryParts } from './repository-parts.ts';
import { stagedChanges } from './staged.ts';
import { isSameFile, type StatRules, statRules } from './stat-match.ts';
import { statusEntries } from './status.ts';
import type { TreeSource } from './tree-builder.ts';
import { walkWorkingTree } from './working-tree.ts';

interface WorktreeParts extends RepositoryParts {
  /** Whether the repository at a folder, a submodule, has changes of its own. */
  isDirty(root: string): Promise<boolean>;
}

/** Index, attributes and working tree at one moment. */
export class Worktree {
  readonly #parts: WorktreeParts;
  readonly #file: IndexFile;
  readonly #head: Oid | undefined;
  readonly index: IndexView;
  readonly rules: StatRules;
  readonly cleaner: Cleaner;
  readonly attributes: Attributes;

  constructor(parts: WorktreeParts) {
    const { place, config } = parts;
    this.#parts = parts;
    this.#file = readIndex(place);
    this.#head = parts.refs.resolve('HEAD');
    this.index = viewIndex(this.#file.entries);
    this.rules = statRules(config, this.#file);
    this.attributes = this.attributesWithout(new Set());
    this.cleaner = this.#cleaner(this.attributes);
  }

  /** Cleans files as they are once the snapshot has no regular files at these paths: a .gitattributes among them decides nothing. */
  cleanerWithout(gone: ReadonlySet<BytePath>): Cleaner {
    return this.#cleaner(this.attributesWithout(gone));
  }

  attributesWithout(gone: ReadonlySet<BytePath>): Attributes {
    const { place, config, world } = this.#parts;
    const fallback = (path: BytePath) => (gone.has(path) ? undefined : this.#textInIndex(path));
    return new Attributes({ place, config, env: world.env, fallback });
  }

  #cleaner(attributes: Attributes): Cleaner {
    const { place, config, objects } = this.#parts;
    const indexed = (path: BytePath) => this.indexed(path);
    return new Cleaner({ root: place.root, objects, config, indexed, attributes: (path) => attributes.of(path) });
  }

  get place(): RepositoryPaths {
    return this.#parts.place;
  }

  get objects(): Objects {
    return this.#parts.objects;
  }

  /** The tree of the commit that HEAD was when the index was read; undefined on an unborn branch. */
  headTree(): Oid | undefined {
    const { objects } = this.#parts;
    return this.#head === undefined ? undefined : peelToTree(objects, objects.find(this.#head))?.oid;
  }

  treeSource(): TreeSource {
    return { objects: this.objects, index: this.index, trees: this.#file.trees };
  }

  async status(): Promise<WorktreeStatus> {
    const { place, config, world, refs, objects, isDirty } = this.#parts;
    const ignore = new IgnoreRules(place, config, { env: world.env, read: rulesOnDisk(place.root) });
    const foldCase = config.flag('core.ignorecase', false);
    const isUnchanged = (entry: IndexEntry, found: Stats) => isSameFile(entry, found, this.rules);
    const tree = walkWorkingTree({ root: place.root, index: this.index, ignore, foldCase, isUnchanged });
    const entries = await statusEntries({
      root: place.root,
      index: this.index,
      tree,
      staged: stagedChanges(this.treeSource(), this.headTree()),
      rules: this.rules,
      cleaner: this.cleaner,
      sparse: config.flag('core.sparsecheckout', false),
      isDirty,
    });
    return { ...branchState({ refs, config, history: new History(objects, place) }), entries };
  }

  /** The blob that the index has at a path; of a conflict, ours. */
  indexed(path: BytePath): Oid | undefined {
    const conflict = this.index.conflicts.get(path);
    const entry =
      conflict === undefined
        ? folderIn(this.index, folderOf(path)).files.get(nameOf(path))
        : conflict.find(({ stage }) => stage === 2);
    return entry === undefined || entry.mode === '160000' ? undefined : entry.oid;
  }

  #textInIndex(path: BytePath): string | undefined {
    const oid = this.indexed(path);
    const blob = oid === undefined ? undefined : this.objects.find(oid);
    return blob === undefined ? undefined : Buffer.from(blob.bytes).toString('latin1');
  }
}
