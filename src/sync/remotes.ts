import { rewriteUrl } from '../git/rewrite-url.ts';
import type { Repository } from '../open/repository.ts';

/** A remote of this repository. */
export interface Remote {
  readonly name: string;
  /** Where a push goes, without passwords. */
  readonly url: string;
}

/** The remotes that git knows here. */
export async function listRemotes({ engine }: Repository): Promise<Remote[]> {
  const urls = new Map<string, { fetch: string[]; push: string[] }>();
  const entries = await engine.configEntries();
  for (const { key, value } of entries) {
    const [, name, kind] = /^remote\.(.+)\.(url|pushurl)$/.exec(key) ?? [];
    if (name === undefined) continue;
    const known = urls.get(name) ?? { fetch: [], push: [] };
    (kind === 'url' ? known.fetch : known.push).push(value);
    urls.set(name, known);
  }
  return [...urls].map(([name, { fetch, push }]) => {
    const targets = push.length > 0 ? push : fetch;
    const addresses = targets.map((url) => rewriteUrl(entries, url, push.length === 0));
    return { name, url: addresses.map(withoutPassword).join(' and ') };
  });
}

/** An address as it may be shown: a password or token in it is nobody's business. */
function withoutPassword(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@');
}
