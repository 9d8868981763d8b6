import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GitHttpRequest, HttpClient, PromiseFsClient } from 'isomorphic-git';
import type { Oid } from '../../core/checkpoint.ts';
import { filesWith, readOnlyFiles } from './object-files.ts';
import { FLUSH, pktLine } from './pkt-line.ts';
import type { RemoteSession } from './remote-session.ts';

/** The name under which isomorphic-git fetches. Nothing of that name is ever in the repository. */
export const REMOTE = 'quarantine';
const CONFIG = `[remote "${REMOTE}"]\n\tfetch = +refs/heads/*:refs/remotes/${REMOTE}/*\n`;

/**
 * The repository as `fetch` of isomorphic-git sees it: the objects are the real ones, its refs are those that it shall say it has, and
 * whatever it writes (it moves refs without comparing, and puts a pack in place before anybody checked it) lands in a folder apart.
 */
export function quarantine(gitDir: string, folder: string, haves: readonly Oid[]): PromiseFsClient {
  const { promises: real } = readOnlyFiles;
  const nameOf = (path: string) => path.slice(gitDir.length + 1);
  const packed = haves.map((oid, at) => `${oid} refs/have/${at}\n`).join('');
  const absent = async (path: string) => {
    throw Object.assign(new Error(`${path} is not there`), { code: 'ENOENT' });
  };
  return filesWith({
    ...real,
    readFile: async (path: string, options?: unknown) => {
      const name = nameOf(path ?? '');
      if (name === 'config') return CONFIG;
      if (name === 'packed-refs') return packed;
      return name === 'shallow' || name.startsWith('objects/') ? real.readFile(path, options) : absent(path);
    },
    writeFile: async (path: string, bytes: string | Uint8Array) => {
      const place = join(folder, nameOf(path));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, bytes, { mode: 0o444 });
    },
    readdir: async (path: string) => (nameOf(path) === 'objects/pack' ? real.readdir(path) : absent(path)),
    // Asked for after a write that failed. The second try tells why.
    mkdir: async () => {},
    unlink: async () => {},
  });
}

/** Fetching takes a branch or all branches: so what is wanted is announced as all the branches that there are. */
export function announcing({ http, capabilities }: RemoteSession, wanted: readonly Oid[]): HttpClient {
  const abilities = [...capabilities].map(([name, value]) => (value === true ? name : `${name}=${value}`)).join(' ');
  const lines = wanted.map((oid, at) => pktLine(`${oid} refs/heads/${at}${at === 0 ? `\0${abilities}` : ''}\n`));
  const service = 'git-upload-pack';
  const body = Buffer.concat([pktLine(`# service=${service}\n`), FLUSH, ...lines, FLUSH]);
  async function* announcement() {
    yield body;
  }
  return {
    request: async (request: GitHttpRequest) => {
      if (request.method === 'POST') return http.request(request);
      const headers = { 'content-type': `application/x-${service}-advertisement` };
      return { url: request.url, statusCode: 200, statusMessage: 'OK', headers, body: announcement() };
    },
  };
}
