import { homedir } from 'node:os';
import { agentTitle } from '../../core/agent-title.ts';
import { changeJson } from '../../core/change-json.ts';
import { checkpointJson } from '../../core/checkpoint-json.ts';
import { findInstallations } from '../../hooks/doctor/installed-hooks.ts';
import { programWords } from '../../hooks/install/find-program.ts';
import { readStatusLine, statusLineFor } from '../../hooks/status.ts';
import type { Repository } from '../../open/repository.ts';
import { readOverview } from '../../repository/overview.ts';
import { findWayOn } from '../../repository/way-on.ts';
import { withColors } from '../colors.ts';
import { type Call, type Command, jsonOption } from '../command.ts';
import { writeJson } from '../json-output.ts';
import { renderOverview, renderShort, type StatusFacts } from '../render/overview.ts';
import { renderContinue, wayOnLine } from '../render/way-on.ts';

export const statusCommand: Command = {
  name: 'status',
  about: 'Show where you are: unsaved changes, session, hooks, sharing',
  positionals: [],
  options: [
    { name: 'short', short: 's', kind: 'flag', about: 'One short line for a prompt: number, age, changed files' },
    jsonOption,
  ],
  details:
    'As the status line of Claude Code, which gives it JSON on standard input, it prints one line about the newest checkpoint and learns exactly how full the context is; outside of a repository that line is empty.',
  async run(call) {
    const { args, world } = call;
    const statusInput = args.flag('short') || args.flag('json') ? undefined : await readStatusLine(world.stdin);
    if (statusInput !== undefined) {
      world.stdout.write(await statusLineFor(statusInput, world));
      return 0;
    }
    const repository = await call.repository();
    if (args.flag('short')) world.stdout.write(renderShort(await readOverview(repository), world));
    else if (args.flag('json')) await writeStatus(call, repository);
    else await showOverview(call, repository);
    return 0;
  },
};

/** The overview, and how to continue with the session of the newest checkpoint. */
async function showOverview(call: Call, repository: Repository): Promise<void> {
  const { world } = call;
  const facts = await readFacts(call);
  const newest = facts.here.newest?.checkpoint;
  world.stdout.write(renderOverview(facts, await withColors(world, repository)));
  if (newest !== undefined) world.stdout.write(renderContinue(newest, await findWayOn(repository, newest), world));
}

async function writeStatus(call: Call, repository: Repository): Promise<void> {
  const facts = await readFacts(call);
  const newest = facts.here.newest?.checkpoint;
  const line = newest && wayOnLine(newest, await findWayOn(repository, newest), call.world);
  writeJson(call, { ...statusJson(facts), continue: line ?? null });
}

async function readFacts({ world, repository }: Call): Promise<StatusFacts> {
  const opened = await repository();
  const places = { env: world.env, home: world.env['HOME'] ?? homedir(), root: opened.engine.place.root };
  const [overview, installations] = await Promise.all([
    readOverview(opened),
    findInstallations(places, programWords(world)),
  ]);
  const hooked = installations.map(({ settings }) => agentTitle(settings.agent));
  return { ...overview, hooked: [...new Set(hooked)] };
}

function statusJson({ here, sessions, otherWork, undoable, ...facts }: StatusFacts) {
  const { newest } = here;
  const open = sessions.map(({ agent, id, contextPercent = null, lastSaved = null }) => ({
    agent,
    id,
    context_percent: contextPercent,
    last_saved: lastSaved,
  }));
  return {
    branch: here.branch,
    checkpoint: newest === undefined ? null : checkpointJson(newest.checkpoint),
    changes: newest === undefined ? [] : newest.changes.map(changeJson),
    problem: here.problem ?? null,
    unsaved: facts.unsaved === undefined ? null : { since: facts.unsaved.since, cause: facts.unsaved.cause },
    session: open[0] ?? null,
    sessions: open,
    unfinished: otherWork.map(({ checkpoint, isRunning }) => ({ ...checkpointJson(checkpoint), running: isRunning })),
    kept: facts.kept,
    pending: facts.pending,
    undo: undoable === undefined || undoable === 'unlogged-restore' ? null : undoable.number,
    hooks: facts.hooked,
    remote: facts.remote ?? null,
    llm: facts.llm,
  };
}
