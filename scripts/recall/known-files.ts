import type { Bases, CommitThen, FileThen } from './files-then.ts';
import type { ShellEffect } from './shell-effects.ts';

type Inside = (place: string) => string | undefined;

/** The files of the session while it happens again. */
export class KnownFiles {
  private readonly files = new Map<string, FileThen>();
  private readonly moves: { readonly from: string; readonly to: string }[] = [];
  private readonly bases: Bases;

  constructor(bases: Bases) {
    this.bases = bases;
  }

  all(): readonly FileThen[] {
    return [...this.files.values()];
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
  apply(effect: ShellEffect, inside: Inside, commits: readonly CommitThen[]): string[] {
    const path = inside(effect.path);
    const to = 'to' in effect ? inside(effect.to) : undefined;
    if (path === undefined) return [];
    switch (effect.kind) {
      case 'write':
        this.at(path).after = effect.text;
        return [];
      case 'append':
        this.append(path, effect.text);
        return [];
      case 'restore':
        for (const file of this.below(path))
          file.after = commits.findLast(({ files }) => files.has(file.path))?.files.get(file.path) ?? file.before;
        return [];
      case 'remove':
        for (const file of this.below(path)) file.after = undefined;
        return effect.isStaged ? [path] : [];
      default:
        if (to === undefined) return [];
        this.carry(path, this.targetOf(path, to), effect.kind === 'move');
        return effect.isStaged ? [path, to] : [];
    }
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
    const paths = new Set([...this.bases.keys(), ...this.files.keys()].filter((one) => isBelow(one, path)));
    return [...paths].map((one) => this.at(one)).filter(({ after }) => after !== undefined);
  }
}

function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
