import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { defined } from '../core/defined.ts';
import { globMatcher } from '../core/glob.ts';
import type { World } from '../core/world.ts';
import { configOf, type Repository } from '../open/repository.ts';
import { watchForBursts } from './burst.ts';
import { CaptureSession } from './capture-session.ts';
import type { CheckpointSummary, Memory } from './checkpoint-data.ts';
import { recommendedInterval } from './recommended-interval.ts';
import { type CommandEnd, type RunningCommand, runCommand } from './run-command.ts';
import { type CaughtSignal, catchSignals, isEnding } from './signals.ts';
import { treeMemory } from './tree-memory.ts';
import { watchFiles } from './watch-files.ts';

interface WatchRequest {
  readonly sessionId: string;
  /** Runs it and ends with it; without one, watches until a signal comes. */
  readonly command?: readonly string[];
  /** Milliseconds; by the length of the session when left out. */
  readonly interval?: number;
  /** Called before anything happens, to listen. */
  readonly prepare?: (manager: CaptureSession) => void;
}

export interface WatchOutcome {
  readonly summary: CheckpointSummary;
  /** How the command ended; without one, by which signal the watch did. */
  readonly end: CommandEnd;
  /** The terminal went away: there is nobody to tell. */
  readonly hangup: boolean;
}

/** How long the command waits for the first capture, and a signal for the one before it. */
const PATIENCE = 3000;

/** Captures a session from its start to its end, whatever ends it. */
export async function watchSession(repository: Repository, request: WatchRequest): Promise<WatchOutcome> {
  const { world, engine } = repository;
  const { command } = request;
  let running: RunningCommand | undefined;
  const manager = new CaptureSession(
    defined({
      projectRoot: engine.place.root,
      sessionId: request.sessionId,
      agent: command?.[0] === undefined ? 'watch' : basename(command[0]),
      interval: request.interval ?? recommendedInterval(0),
      onlyChanged: true,
      memory: command === undefined ? undefined : memoryMeter(() => running?.pid),
    }),
    world,
  );
  request.prepare?.(manager);
  if (request.interval === undefined) adaptInterval(manager, world);
  const stopFiles = await captureBursts(repository, manager);
  const signals = catchSignals((signal) => void passOn(signal, manager, running));
  const began = world.now().getTime();
  try {
    // The command must find the tree as it was captured; but it is not kept waiting for long.
    await atMost(PATIENCE, settled(manager.startAsync()));
    if (command !== undefined && signals.asked === undefined) running = runCommand(command, world);
    const end: CommandEnd =
      running === undefined ? { kind: 'signalled', signal: await signals.untilAsked() } : await running.ended;
    stopFiles();
    const summary = await manager.stopAsync();
    // A session whose end changed nothing is longer than its captures tell.
    const totalDuration = Math.max(summary.totalDuration, world.now().getTime() - began);
    return { summary: { ...summary, totalDuration }, end, hangup: signals.hangup };
  } finally {
    signals.release();
  }
}

/** Measures the command; once it is gone, what it had when it was last seen. */
function memoryMeter(pid: () => number | undefined): () => Memory {
  let seen: Memory = { heapUsed: 0, rss: 0 };
  return () => {
    const measured = treeMemory(pid() ?? 0);
    if (measured.rss > 0) seen = measured;
    return seen;
  };
}

/** The longer a session runs, the less a lost interval weighs. */
function adaptInterval(manager: CaptureSession, world: World): void {
  const began = world.now().getTime();
  const adapt = () => {
    const wanted = recommendedInterval(world.now().getTime() - began);
    if (wanted !== manager.interval) manager.interval = wanted;
  };
  manager.on('checkpoint', adapt).on('unchanged', adapt);
}

async function captureBursts(repository: Repository, manager: CaptureSession): Promise<() => void> {
  const burst = watchForBursts(() => void settled(manager.captureAsync()));
  manager.on('checkpoint', burst.reset).on('unchanged', burst.reset);
  const skips = globMatcher((await configOf(repository)).exclude);
  const files = watchFiles(repository.engine.place.root, { skips, changed: burst.changed });
  return () => {
    files.close();
    burst.close();
  };
}

/** A signal reaches the command, after a capture of what it may be about to destroy. */
async function passOn(
  signal: CaughtSignal,
  manager: CaptureSession,
  running: RunningCommand | undefined,
): Promise<void> {
  if (running === undefined) return;
  if (isEnding(signal)) await atMost(PATIENCE, settled(manager.captureAsync()));
  // What a key at the terminal sends reached the command already; twice means something else to many programs.
  const byKey = (signal === 'SIGINT' || signal === 'SIGQUIT') && [0, 1, 2].some((stream) => isatty(stream));
  if (!byKey) running.kill(signal);
}

/** A failure goes to those who listen for `error`. */
async function settled(capture: Promise<unknown>): Promise<void> {
  await capture.catch(() => undefined);
}

function atMost(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, sleep(milliseconds, undefined, { ref: false })]);
}
