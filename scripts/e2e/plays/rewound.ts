import { join } from 'node:path';
import { rewound } from '../scenarios/rewind.ts';
import type { Player } from './player.ts';

/** Back to the second of three turns, in a session that was written from the store, and forth again. */
export function rewoundAs(player: Player, goOn: NonNullable<Player['goOn']>): Promise<void> {
  const { agent, headless } = player;
  return rewound({
    client: agent,
    install: agent,
    words: (prompt, session) => [...(session === undefined ? [] : goOn(session)), ...headless, prompt],
    write: ({ repo }, path, content) => ({
      text: `I write ${path}.`,
      tools: [player.write(join(repo.root, path), content)],
    }),
  });
}
