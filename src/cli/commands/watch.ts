import { randomBytes } from 'node:crypto';
import { defined } from '../../core/defined.ts';
import { formatDuration, parseDuration } from '../../core/duration.ts';
import { describeError, Failure } from '../../core/failure.ts';
import { stripControls } from '../../core/strip-controls.ts';
import type { World } from '../../core/world.ts';
import type { CaptureSession } from '../../watch/capture-session.ts';
import { exitCodeOf } from '../../watch/run-command.ts';
import { type WatchOutcome, watchSession } from '../../watch/watch-session.ts';
import { type Arguments, type Command, jsonOption, quietOption } from '../command.ts';
import { renderCapture, renderWatched } from '../render/watched.ts';
import { tell } from '../tell.ts';

export const watchCommand: Command = {
  name: 'watch',
  about: 'Save at intervals while a command runs, or until Ctrl-C',
  positionals: [{ form: '[-- COMMAND...]', about: 'Run it here, end with it and with its exit code' }],
  options: [
    {
      name: 'interval',
      kind: 'text',
      value: 'TIME',
      about: 'e.g. 30m, 90s (bare number = minutes); default grows with the session',
    },
    { name: 'session', kind: 'text', value: 'ID', about: 'The session id (default: a new one)' },
    quietOption,
    jsonOption,
  ],
  dashes: true,
  details:
    'Saves at the start, at every interval, when many files changed and no more do, and at the end, also when a signal ends it. While nothing changes, it makes no checkpoint. The command keeps its terminal, streams and signals; its exit code becomes that of watch. The summary goes to standard error, with `--json` as the last line to standard output. After a crash, `git checkpoint recover` finds what is left.',
  async run({ args, world, repository }) {
    const opened = await repository();
    const command = commandOf(args);
    const given = args.text('interval');
    const interval = given === undefined ? undefined : parseDuration(given, '--interval');
    const sessionId = args.text('session') ?? newSessionId(world.now());
    const unsaid: string[] = [];
    const alone = command === undefined;
    const outcome = await watchSession(
      opened,
      defined({
        sessionId,
        command,
        interval,
        prepare: (manager: CaptureSession) =>
          listen(manager, defined({ unsaid, interval, live: alone ? world : undefined })),
      }),
    );
    if (!outcome.hangup) tellEnd(outcome, { sessionId, unsaid, json: args.flag('json') }, world);
    return alone ? 0 : exitCodeOf(outcome.end);
  },
};

function commandOf(args: Arguments): readonly string[] | undefined {
  if (args.positionals.length > 0) {
    throw new Failure('usage', `unexpected argument '${args.positionals[0]}'`, {
      hint: `Put the command behind two dashes: \`git checkpoint watch -- ${args.positionals.join(' ')}\`.`,
    });
  }
  return args.after === undefined || args.after.length === 0 ? undefined : args.after;
}

function newSessionId(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split(/[T.]/);
  return `watch-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${randomBytes(2).toString('hex')}`;
}

interface Listening {
  readonly unsaid: string[];
  readonly live?: World;
  /** Milliseconds; absent when it grows with the session. */
  readonly interval?: number;
}

/** While the command has the terminal nothing is written there: what is to be said waits. */
function listen(manager: CaptureSession, to: Listening): void {
  const keep = (error: Error) => void to.unsaid.push(describeError(error));
  manager.on('warning', keep).on('error', keep);
  manager.on('checkpoint', ({ gitCheckpoint, gitStatus }) => {
    if (gitCheckpoint === undefined) to.unsaid.push(`could not save: ${gitStatus.error ?? ''}`);
  });
  const { live, interval } = to;
  const often = interval === undefined ? '' : `, a checkpoint every ${formatDuration(interval).replace(/ 0[ms]$/, '')}`;
  if (live === undefined) return;
  manager.on('started', () => tell(live, `Watching${often}. Press Ctrl-C to stop.\n`));
  manager.on('checkpoint', (capture) => tell(live, renderCapture(capture)));
}

interface Telling {
  readonly sessionId: string;
  readonly unsaid: readonly string[];
  readonly json: boolean;
}

function tellEnd({ summary, end }: WatchOutcome, { sessionId, unsaid, json }: Telling, world: World): void {
  if (end.kind === 'not-started') world.stderr.write(`fatal: cannot run the command: ${end.error.message}\n`);
  for (const line of new Set(unsaid)) world.stderr.write(`warning: ${stripControls(line)}\n`);
  if (json) world.stdout.write(`${JSON.stringify({ session: sessionId, end, ...summary })}\n`);
  else tell(world, renderWatched(sessionId, summary));
}
