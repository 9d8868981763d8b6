import { statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { RepositoryPaths } from '../../core/repository-paths.ts';

const LOOK_EVERY_MS = 700;
const BEAT_EVERY = 20;

/** Tells open pages that refs moved, so that a save by a hook appears by itself. */
export interface Live {
  /** Keeps a response open for events; `changed` is called when the page came and when it goes. */
  add(response: ServerResponse, changed: () => void): void;
  readonly size: number;
  close(): void;
}

/** What changes when a checkpoint comes or goes, whatever wrote it: git, another process, another machine's share. */
const watched = ['refs/checkpoints', 'packed-refs', 'refs/notes', 'reftable', 'git-checkpoint/operations'];

export function watchRefs(place: Pick<RepositoryPaths, 'commonDir' | 'gitDir'>): Live {
  const pages = new Set<ServerResponse>();
  const paths = [...watched.map((name) => join(place.commonDir, name)), join(place.gitDir, 'HEAD')];
  const look = () => paths.map(modified).join(' ');
  let last = look();
  let beats = 0;
  const timer = setInterval(() => {
    const now = look();
    beats += 1;
    // A comment keeps proxies and forwarded ports from closing a silent connection.
    const text = now === last ? beats % BEAT_EVERY === 0 && ': still here\n\n' : 'event: changed\ndata: {}\n\n';
    last = now;
    if (text) for (const page of pages) page.write(text);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    add(response, changed) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': open\n\n');
      pages.add(response);
      changed();
      response.on('close', () => {
        pages.delete(response);
        changed();
      });
    },
    get size() {
      return pages.size;
    },
    close() {
      clearInterval(timer);
      for (const page of pages) page.end();
    },
  };
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
