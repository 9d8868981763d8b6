import { type ConversationFacts, renderFacts } from '../../src/conversation/conversation.ts';
import { piecePath } from '../../src/conversation/piece-path.ts';
import { clampTime, renderCommit } from '../../src/git/commit-bytes.ts';
import { editTree, type Leaf } from '../../src/git/edit-tree.ts';
import { conversationRefOf } from '../../src/store/refs.ts';
import { withOpen } from './open.ts';
import type { TestRepo } from './with-repo.ts';

interface Attachment extends Partial<Omit<ConversationFacts, 'records'>> {
  readonly records: string;
  /** Records of subagents, by their names. */
  readonly sides?: Readonly<Record<string, string>>;
}

/** Gives a checkpoint the conversation that these records make. */
export function attachConversation(repo: TestRepo, number: number, attached: string | Attachment): Promise<void> {
  const { records, sides = {}, ...more } = typeof attached === 'string' ? { records: attached } : attached;
  return withOpen(repo, async ({ engine, world }) => {
    const leaves = new Map<string, Leaf>();
    const put = async (path: string, text: string) => {
      leaves.set(path, { mode: '100644', oid: await engine.writeObject('blob', Buffer.from(text)) });
    };
    await put(piecePath('main', 0), records);
    for (const [name, text] of Object.entries(sides)) await put(`side/${name}/0/0/0/0`, text);
    const tree = await editTree(engine, undefined, leaves);
    const facts = {
      agent: 'claude-code',
      agentVersion: '2.1.325',
      session: 'session-1',
      records: records.split('\n').length - 1,
      bytes: records.length,
      ...more,
    };
    const author = { name: 'Ada', email: 'ada@example.com' };
    const commit = { tree, parents: [], author, time: clampTime(world.now()), message: renderFacts(facts) };
    const made = await engine.writeObject('commit', renderCommit(commit));
    repo.git('update-ref', conversationRefOf(repo.git('rev-parse', `refs/checkpoints/${number}`)), made);
  });
}
