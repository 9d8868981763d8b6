import { hideIdentity } from '../core/machine-identity.ts';
import { machineIdentity } from '../open/machine-identity.ts';
import type { Repository } from '../open/repository.ts';
import { redactHunks } from '../redaction/redact-hunks.ts';

/** Takes secrets out of texts that leave the machine, and where and by whom the work was done, as a push does. */
export function cleanerForOthers(repository: Repository, roots: readonly string[]): (text: string) => string {
  const places = machineIdentity(repository);
  const all = { ...places, roots: [...places.roots, ...roots] };
  return (text) => hideIdentity(redactHunks(text), all);
}
