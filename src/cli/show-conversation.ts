import type { Checkpoint } from '../core/checkpoint.ts';
import { conversationMarkdown } from '../core/conversation-markdown.ts';
import { loadNamed, type Repository } from '../open/repository.ts';
import { readConversation } from '../repository/conversation.ts';
import type { Call } from './command.ts';
import { writeJson } from './json-output.ts';
import { page } from './pager.ts';

/** `show --conversation`: a page to read, Markdown, or JSON. */
export async function showConversation(
  repository: Repository,
  checkpoint: Checkpoint,
  { args, world }: Pick<Call, 'args' | 'world'>,
): Promise<number> {
  const since = args.text('since');
  const earlier = since === undefined ? undefined : await loadNamed(repository, since);
  const view = await readConversation(repository, checkpoint, earlier);
  const text = () =>
    `# Conversation of checkpoint ${checkpoint.number}\n\n${conversationMarkdown(view.turns, view.earlier)}`;
  if (args.flag('json')) writeJson({ args, world }, view);
  else if (args.text('format') === 'md') world.stdout.write(text());
  else await page(text(), world, repository);
  return 0;
}
