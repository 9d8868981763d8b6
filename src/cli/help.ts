import { Failure } from '../core/failure.ts';
import type { World } from '../core/world.ts';
import { commandNamed } from './aliases.ts';
import { commands, loadAll } from './commands.ts';
import { page } from './pager.ts';
import { renderCommandHelp } from './render/command-help.ts';
import { renderHelp } from './render/help.ts';
import { styleFor } from './render/style.ts';

/** `-h`: what there is, or how one command is called, from the same table that parses. */
export async function printHelp(argv: readonly string[], world: World): Promise<number> {
  const name = argv.map(commandNamed).find((word) => commands.has(word));
  const all = await loadAll();
  const command = all.find((one) => one.name === name);
  const width = Math.min(100, world.stdout.columns || 80);
  world.stdout.write(
    command === undefined
      ? renderHelp(all, width, styleFor(world, world.stdout))
      : renderCommandHelp(command, width, styleFor(world, world.stdout)),
  );
  return 0;
}

/** `help`: the whole manual, as `git checkpoint --help` shows it where git finds the page. `help COMMAND` is `COMMAND -h`. */
export async function printManual(argv: readonly string[], world: World): Promise<number> {
  if (argv.length > 1) return printHelp(argv, world);
  const [{ manualPage }, { manualText }] = await Promise.all([import('./manual-page.ts'), import('./manual-text.ts')]);
  const { bold } = styleFor(world, world.stdout);
  const text = manualText(manualPage(await loadAll()), world.stdout.columns || 80, bold);
  await page(text, world, { engine: { configEntries: async () => [] } });
  return 0;
}

/** A word that is no command: says so, with the nearest one that yargs finds. */
export async function unknownCommand(word: string): Promise<never> {
  let nearest = '';
  const { default: yargs } = await import('yargs');
  const parser = yargs([word]).exitProcess(false).detectLocale(false).strictCommands().recommendCommands();
  for (const name of commands.keys()) parser.command(name, '');
  await parser
    .updateStrings({ 'Did you mean %s?': '%s' })
    .fail((message) => {
      if (commands.has(message)) nearest = message;
    })
    .parseAsync();
  throw new Failure('usage', `'${word}' is not a git checkpoint command`, {
    hint: nearest === '' ? 'See `git checkpoint -h`.' : `Did you mean \`git checkpoint ${nearest}\`?`,
  });
}
