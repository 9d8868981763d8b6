import { watch } from 'node:fs';
import { sep } from 'node:path';
import { FolderWatch } from './folder-watch.ts';

export interface FileWatch {
  close(): void;
}

export interface FileEvents {
  /** Whether a path, named from the root with `/`, is of no interest; for a folder, neither is what lies below it. */
  readonly skips: (path: string) => boolean;
  readonly changed: (path: string) => void;
}

/**
 * Reports which files below a root change, where the platform can; elsewhere the interval alone decides.
 * Keeps no process alive.
 */
export function watchFiles(root: string, events: FileEvents): FileWatch {
  const skips = (path: string) => isNobodysWork(path) || events.skips(path);
  // Linux has no recursive watch: what node offers there watches every single file, those of `node_modules` too.
  if (process.platform === 'linux') return new FolderWatch(root, { ...events, skips });
  return watchRecursively(root, { ...events, skips });
}

function isNobodysWork(path: string): boolean {
  return /(?:^|\/)(?:\.git|node_modules)$/.test(path);
}

/** Where the system watches a whole tree by itself. */
export function watchRecursively(root: string, events: FileEvents): FileWatch {
  try {
    const watcher = watch(root, { recursive: true, persistent: false }, (_, name) => {
      const names = name?.split(sep) ?? [];
      const skipped = names.some((_name, at) => events.skips(names.slice(0, at + 1).join('/')));
      if (!skipped && names.length > 0) events.changed(names.join('/'));
    });
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    // No events on this platform or file system.
    return { close: () => {} };
  }
}
