import { type Command, commonOptions } from './command.ts';

type Loader = () => Promise<Command>;

/** Every command, in the order that help shows. Only the one that runs is loaded. */
export const commands: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ['save', async () => (await import('./commands/save.ts')).saveCommand],
  ['list', async () => (await import('./commands/list.ts')).listCommand],
  ['show', async () => (await import('./commands/show.ts')).showCommand],
  ['diff', async () => (await import('./commands/diff.ts')).diffCommand],
  ['resume', async () => (await import('./commands/resume.ts')).resumeCommand],
  ['verify', async () => (await import('./commands/verify.ts')).verifyCommand],
  ['restore', async () => (await import('./commands/restore.ts')).restoreCommand],
  ['undo', async () => (await import('./commands/undo.ts')).undoCommand],
  ['rewind', async () => (await import('./commands/rewind.ts')).rewindCommand],
  ['fork', async () => (await import('./commands/fork.ts')).forkCommand],
  ['handoff', async () => (await import('./commands/handoff.ts')).handoffCommand],
  ['keep', async () => (await import('./commands/keep.ts')).keepCommand],
  ['drop', async () => (await import('./commands/drop.ts')).dropCommand],
  ['annotate', async () => (await import('./commands/annotate.ts')).annotateCommand],
  ['prune', async () => (await import('./commands/prune.ts')).pruneCommand],
  ['usage', async () => (await import('./commands/usage.ts')).usageCommand],
  ['push', async () => (await import('./commands/push.ts')).pushCommand],
  ['fetch', async () => (await import('./commands/fetch.ts')).fetchCommand],
  ['sync', async () => (await import('./commands/sync.ts')).syncCommand],
  ['redact', async () => (await import('./commands/redact.ts')).redactCommand],
  ['grep', async () => (await import('./commands/grep.ts')).grepCommand],
  ['export', async () => (await import('./commands/export.ts')).exportCommand],
  ['ui', async () => (await import('./commands/ui.ts')).uiCommand],
  ['install', async () => (await import('./commands/install.ts')).installCommand],
  ['uninstall', async () => (await import('./commands/install.ts')).uninstallCommand],
  ['log', async () => (await import('./commands/log.ts')).logCommand],
  ['sessions', async () => (await import('./commands/sessions.ts')).sessionsCommand],
  ['watch', async () => (await import('./commands/watch.ts')).watchCommand],
  ['recover', async () => (await import('./commands/recover.ts')).recoverCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctorCommand],
  ['status', async () => (await import('./commands/status.ts')).statusCommand],
  ['hook', async () => (await import('./commands/hook.ts')).hookCommand],
  ['config', async () => (await import('./commands/config.ts')).configCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcpCommand],
  ['completion', async () => (await import('./commands/completion.ts')).completionCommand],
]);

/** A command with what every command takes. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  const command = await commands.get(name)?.();
  return command === undefined ? undefined : { ...command, options: [...command.options, ...commonOptions] };
}

export async function loadAll(): Promise<Command[]> {
  const all = await Promise.all([...commands.keys()].map(loadCommand));
  return all.filter((command) => command !== undefined);
}
