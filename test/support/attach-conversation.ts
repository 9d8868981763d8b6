import { renderFacts } from '../../src/conversation/conversation.ts';
import { piecePath } from '../../src/conversation/piece-path.ts';
import { clampTime, renderCommit } from '../../src/git/commit-bytes.ts';
import { editTree } from '../../src/git/edit-tree.ts';
import { conversationRefOf } from '../../src/store/refs.ts';
import { withOpen } from './open.ts';
import type { TestRepo } from './with-repo.ts';

/** Gives a checkpoint the conversation that these records make. */
export function attachConversation(repo: TestRepo, number: number, records: string): Promise<void> {
  return withOpen(repo, async ({ engine, world }) => {
    const oid = await engine.writeObject('blob', Buffer.from(records));
    const tree = await editTree(engine, undefined, new Map([[piecePath('main', 0), { mode: '100644', oid }]]));
    const count = records.split('\n').length - 1;
    const facts = {
      agent: 'claude-code',
      agentVersion: '2.1.325',
      session: 'session-1',
      records: count,
      bytes: records.length,
    };
    const author = { name: 'Ada', email: 'ada@example.com' };
    const commit = { tree, parents: [], author, time: clampTime(world.now()), message: renderFacts(facts) };
    const made = await engine.writeObject('commit', renderCommit(commit));
    repo.git('update-ref', conversationRefOf(repo.git('rev-parse', `refs/checkpoints/${number}`)), made);
  });
}
