import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEvents } from './watch-files.ts';

/** More folders than that are left to the interval: the system's watches are shared with editors and builds. */
const MAX_FOLDERS = 8192;

/** Watches a folder and those below it one by one, and the new ones as they come. */
export class FolderWatch {
  readonly #root: string;
  readonly #events: FileEvents;
  readonly #watchers = new Map<string, FSWatcher>();
  #closed = false;

  constructor(root: string, events: FileEvents) {
    this.#root = root;
    this.#events = events;
    void this.#add('', 'known');
  }

  close(): void {
    this.#closed = true;
    for (const folder of [...this.#watchers.keys()]) this.#forget(folder);
  }

  /** Between listing and watching, a folder may vanish, and the system may have no watches left: then it stays unwatched. */
  async #add(folder: string, contents: 'known' | 'new'): Promise<void> {
    if (this.#closed || this.#watchers.has(folder) || (folder !== '' && this.#events.skips(folder))) return;
    if (this.#watchers.size >= MAX_FOLDERS) return this.close();
    try {
      this.#watch(folder);
      for (const entry of await readdir(join(this.#root, folder), { withFileTypes: true })) {
        const path = below(folder, entry.name);
        if (entry.isDirectory()) await this.#add(path, contents);
        // What a new folder brings along was written before anybody watched it.
        else if (contents === 'new') this.#tell(path);
      }
    } catch {
      this.#forget(folder);
    }
  }

  #watch(folder: string): void {
    const watcher = watch(join(this.#root, folder), { persistent: false }, (kind, name) => {
      if (name === null) return;
      this.#tell(below(folder, name));
      if (kind === 'rename') void this.#follow(below(folder, name));
    });
    watcher.on('error', () => this.#forget(folder));
    this.#watchers.set(folder, watcher);
  }

  #tell(path: string): void {
    if (!this.#events.skips(path)) this.#events.changed(path);
  }

  /** Something came or went: a new folder is watched, one that is gone no longer. */
  async #follow(path: string): Promise<void> {
    const found = await lstat(join(this.#root, path)).catch(() => undefined);
    if (found?.isDirectory()) await this.#add(path, 'new');
    else this.#forget(path);
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
