import type { Bases, CommitThen, FileThen } from './files-then.ts';
import type { ShellEffect } from './shell-effects.ts';

/** Where an effect took place: a path of the repository, an absolute one outside of it. */
type PlaceOf = (place: string) => string | undefined;

/** The files of the session while it happens again. */
export class KnownFiles {
  private readonly files = new Map<string, FileThen>();
  private readonly moves: { readonly from: string; readonly to: string }[] = [];
  private readonly made: CommitThen[] = [];
  private readonly bases: Bases;
  private away: readonly FileThen[] = [];

  constructor(bases: Bases) {
    this.bases = bases;
  }

  /** Those of the repository. */
  all(): readonly FileThen[] {
    return [...this.files.values()].filter(({ path }) => !isOutside(path));
  }

  get commits(): readonly CommitThen[] {
    return this.made;
  }

  commit(message: string, files: readonly FileThen[]): void {
    this.made.push({ message, files: new Map(files.map(({ path, after }) => [path, after])) });
  }

  /** Those that differ from the last commit. */
  changed(): readonly FileThen[] {
    return this.all().filter((file) => file.after !== this.committed(file));
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  at(path: string): FileThen {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const base = this.bases.get(path);
    const file: FileThen = { path, before: base, after: base };
    const origin = base === undefined ? this.originOf(path) : path;
    if (origin !== path) {
      file.movedFrom = this.at(origin);
      file.movedFrom.isSource = true;
    }
    this.files.set(path, file);
    return file;
  }

  /** Where a file lay before the session. */
  originOf(path: string): string {
    return this.moves.reduceRight(
      (place, { from, to }) => (isBelow(place, to) ? `${from}${place.slice(to.length)}` : place),
      path,
    );
  }

  /** Does what a shell command did; answers what it put up for the next commit. */
  apply(effect: ShellEffect, placeOf: PlaceOf): string[] {
    const path = placeOf(effect.path);
    const to = 'to' in effect ? placeOf(effect.to) : undefined;
    if (path === undefined) return [];
    switch (effect.kind) {
      case 'stage':
        return [path];
      case 'write':
        this.at(path).after = effect.text;
        return [];
      case 'append':
        this.append(path, effect.text);
        return [];
      case 'replace':
        for (const file of this.below(path)) file.after = effect.change(file.after ?? '');
        return [];
      case 'remove':
        for (const file of this.below(path)) file.after = undefined;
        return effect.isStaged ? [path] : [];
      case 'restore':
        for (const file of this.below(path)) file.after = this.committed(file);
        return [];
      case 'stash':
        this.putAway();
        return [];
      case 'unstash':
        for (const { path: one, after } of this.away) this.at(one).after = after;
        this.away = [];
        return [];
      default:
        if (to === undefined) return [];
        this.carry(path, this.targetOf(path, to), effect.kind === 'move');
        return effect.isStaged ? [path, to] : [];
    }
  }

  /** What was known by its pieces was in truth all of this. */
  learnWhole(path: string, text: string): void {
    const file = this.at(path);
    if (file.pieces === undefined) return;
    file.before = file.pieces.reduce((then, { old, fresh }) => then.replace(fresh, () => old), text);
    file.after = text;
    file.isWhole = true;
    delete file.pieces;
    const at = this.made.findLastIndex(({ files }) => files.has(path));
    const commit = this.made[at];
    if (commit !== undefined) this.made[at] = { ...commit, files: new Map(commit.files).set(path, text) };
  }

  private committed({ path, before }: FileThen): string | undefined {
    const commit = this.made.findLast(({ files }) => files.has(path));
    return commit === undefined ? before : commit.files.get(path);
  }

  /** What git does not follow yet stays. */
  private putAway(): void {
    const tracked = this.changed().filter((file) => this.committed(file) !== undefined);
    this.away = tracked.map((file) => ({ ...file }));
    for (const file of tracked) file.after = this.committed(file);
  }

  private append(path: string, text: string): void {
    const file = this.at(path);
    // What was never seen had something in it.
    if (file.after === undefined && file.movedFrom === undefined) file.before ??= '';
    file.after = `${file.after ?? file.before ?? ''}${text}`;
  }

  private carry(path: string, to: string, isMove: boolean): void {
    for (const file of this.below(path)) {
      const target = this.at(`${to}${file.path.slice(path.length)}`);
      target.after = file.after;
      if (!isMove) continue;
      target.movedFrom ??= file.movedFrom ?? file;
      file.after = undefined;
    }
    if (isMove) this.moves.push({ from: path, to });
  }

  /** `mv a.ts lib` goes into the folder, `mv old new` may be its new name. */
  private targetOf(path: string, to: string): string {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const hasEnding = (place: string) => /[^/]\.\w+$/.test(place);
    const isFolder = (hasEnding(name) && !hasEnding(to)) || this.below(to).some((file) => file.path !== to);
    return isFolder ? `${to}/${name}` : to;
  }

  /** The files that are there under a path. */
  private below(path: string): FileThen[] {
    const paths = new Set([...this.bases.keys(), ...this.files.keys()].filter((one) => isNamedBy(one, path)));
    return [...paths].map((one) => this.at(one)).filter(({ after }) => after !== undefined);
  }
}

/** Whether a word of a command means a file: by its name, a folder above it, or a pattern. */
export function isNamedBy(path: string, word: string): boolean {
  if (isBelow(path, word)) return true;
  if (!/[*{]/.test(word)) return false;
  const form = word
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replace(/\*+/g, '[^/]*');
  return new RegExp(`^${form}(?:/|$)`).test(path);
}

function isBelow(path: string, directory: string): boolean {
  return directory === '' ? !isOutside(path) : path === directory || path.startsWith(`${directory}/`);
}

function isOutside(path: string): boolean {
  return /^(?:\/|[a-z]:\/)/i.test(path);
}
