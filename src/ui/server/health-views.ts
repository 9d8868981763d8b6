import { previewPush } from '../../repository/push.ts';
import { usage } from '../../repository/usage.ts';
import type { FindingJson, SharingJson, UsageJson } from '../api.ts';
import type { Call } from './call.ts';

/** What doctor says, with how long each hook took. */
export async function readHealth({ repository, host }: Call): Promise<{ readonly findings: readonly FindingJson[] }> {
  return { findings: await host.examine(repository) };
}

export async function readUsage({ repository }: Call): Promise<UsageJson> {
  const { bytes, repository: all, budget, prunable } = await usage(repository);
  return {
    parts: [
      { name: 'files', bytes: bytes.files },
      { name: 'conversations', bytes: bytes.conversations },
      { name: 'notes', bytes: bytes.notes },
      { name: 'trash', bytes: bytes.trash },
    ],
    nested: bytes.nested,
    repository: all,
    budget,
    prunable,
  };
}

const MAX_SECRETS = 100;

/** What a push would send and why it would be refused. The remote is not asked. */
export async function readSharing({ repository }: Call): Promise<SharingJson> {
  const preview = await previewPush(repository);
  if (preview === undefined) return {};
  return {
    remote: preview.remote,
    outgoing: preview.outgoing.length,
    incoming: preview.incoming,
    secrets: preview.secrets
      .slice(0, MAX_SECRETS)
      .map(({ number, path, line, kind }) => ({ number, path, line, kind })),
  };
}
