import type { Command } from './command.ts';

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** What a person wants to do, and the commands for it; help and the man page have them in this order. */
const groups: readonly (readonly [title: string, names: string])[] = [
  ['Save and look', 'save list show diff status grep ui export'],
  ['Go back', 'restore undo rewind fork verify log'],
  ['Continue', 'resume handoff sessions recover watch'],
  ['Housekeeping', 'keep drop prune annotate redact usage doctor config'],
  ['Share', 'push fetch sync'],
  ['Agents', 'install uninstall mcp completion'],
];

/** The commands that people run, by what they are for. One that is in no group comes last, rather than be forgotten. */
export function groupCommands(all: readonly Command[]): readonly CommandGroup[] {
  const listed = all.filter(({ internal }) => !internal);
  const grouped = groups.map(([title, names]) => ({
    title,
    commands: names.split(' ').flatMap((name) => listed.filter((command) => command.name === name)),
  }));
  const known = new Set(grouped.flatMap(({ commands }) => commands));
  const others = listed.filter((command) => !known.has(command));
  return [...grouped, { title: 'Other', commands: others }].filter(({ commands }) => commands.length > 0);
}

/** What people do most, as they would type it. */
export const examples: readonly (readonly [about: string, command: string])[] = [
  ['Save before something risky', 'git checkpoint -m "before the refactoring"'],
  ['See what there is', 'git checkpoint list'],
  ['What changed since checkpoint 42', 'git checkpoint diff 42'],
  ['Choose a checkpoint to go back to', 'git checkpoint restore'],
  ['Put one file back as it was', 'git checkpoint restore 42 -- src/main.ts'],
  ['Take the last restore back', 'git checkpoint undo'],
  ['Record your agents from now on', 'git checkpoint install'],
];
