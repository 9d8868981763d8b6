import { defined } from '../core/defined.ts';
import type { Evidence } from '../core/note.ts';
import type { Session, Step, ToolCall, Turn } from '../core/session.ts';
import { redactDeep } from '../redaction/redact.ts';
import { announcesMore } from './announces-more.ts';
import { isAnswer } from './answers.ts';
import { isSave } from './command-kind.ts';
import { hasFailed } from './command-outcome.ts';
import { spokenPlans } from './handed-plan.ts';
import { type PromptKind, promptKind, promptWords } from './prompt-kind.ts';
import { saysItWentWell } from './said-of-run.ts';
import { spokenTo } from './stopped.ts';
import { typedWords } from './typed-words.ts';

/** One thing the analysis says, and where it was found. */
export interface Item {
  readonly text: string;
  /** Absent when there is nothing to say where it comes from. */
  readonly from?: Evidence;
}

/** A call in its place: the turn it belongs to, and what the agent had said just before. */
export interface CallView {
  readonly turn: number;
  readonly call: ToolCall;
  readonly time?: string;
  readonly said: string;
  readonly failed: boolean;
  /** The agent, having read what was printed, said at once that it went well. */
  readonly isVouchedFor?: boolean;
  /** Paths as they are seen from the session's directory. */
  readonly paths: readonly string[];
}

export interface TurnView {
  /** From 1. */
  readonly number: number;
  readonly turn: Turn;
  readonly kind: PromptKind;
  /** What the person typed, without pastes and without a leading slash command. */
  readonly words: string;
  /** Of these, what was typed at the prompt and not pasted into it, as far as it can be told. */
  readonly typed: string;
  readonly calls: readonly CallView[];
  /** The agent's last text; empty when the turn stopped before it had the last word. */
  readonly closing: string;
  /** The agent had its say. A transcript may lack the record that says so. */
  readonly finished: boolean;
}

export interface SessionView {
  readonly session: Session;
  readonly turns: readonly TurnView[];
  readonly calls: readonly CallView[];
}

/** The session without its secrets, cut into turns with their calls. */
export function viewSession(session: Session, lastMessage?: string): SessionView {
  const said = { ...session, turns: session.turns.map(withoutFillers) };
  const clean = redactDeep(withLastMessage(said, lastMessage));
  const turns = withAnswers(clean.turns.map((turn, index) => viewTurn(turn, index + 1, clean.cwd ?? '')));
  const spoken = spokenPlans(clean.turns);
  const planned = spoken.length === 0 ? clean : { ...clean, plans: [...spoken, ...clean.plans] };
  return { session: planned, turns, calls: turns.flatMap((turn) => turn.calls) };
}

/** What answers the agent can be told apart from a goal only beside the question. */
function withAnswers(turns: readonly TurnView[]): TurnView[] {
  return turns.map((turn, at) =>
    turn.kind === 'goal' && isAnswer(spokenTo(turns.slice(0, at))?.closing ?? '', turn.words)
      ? { ...turn, kind: 'answer' }
      : turn,
  );
}

/** What a client writes into the agent's mouth, and what the agent tells its own window: `::git-push{branch="a"}`. */
const FILLER =
  /^\s*no response requested\.?\s*$|^::[\w-]+\{.*\}[ \t]*$|<oai-mem-citation>[\s\S]*?(?:<\/oai-mem-citation>|(?![\s\S]))/gim;

function withoutFillers(turn: Turn): Turn {
  const steps = turn.steps.flatMap((step): Step[] => {
    if (step.kind !== 'text') return [step];
    const text = step.text.replace(FILLER, '');
    return text === step.text ? [step] : [{ ...step, text: text.trim() }].filter((one) => one.text !== '');
  });
  return { ...turn, steps };
}

/** A hook knows the agent's last words before the transcript does. */
function withLastMessage(session: Session, message: string | undefined): Session {
  const last = session.turns.at(-1);
  if (message === undefined || message.trim() === '' || last === undefined) return session;
  const known = last.steps.findLast(
    (step) => step.kind === 'text' && step.text.trim().startsWith(message.trim().slice(0, 200)),
  );
  const isSaid = known !== undefined && known === last.steps.at(-1);
  if (known !== undefined && !(isSaid && last.running === true)) return session;
  const steps = isSaid ? last.steps : [...last.steps, { kind: 'text' as const, text: message }];
  const { running: _, ...ended } = last;
  return { ...session, turns: [...session.turns.slice(0, -1), { ...ended, steps, outcome: 'done' }] };
}

function viewTurn(turn: Turn, number: number, cwd: string): TurnView {
  const calls: CallView[] = [];
  let said = '';
  for (const step of turn.steps) {
    if (step.kind === 'text') said = step.text;
    else if (!isOwnSave(step.call)) calls.push(viewCall(step, { turn: number, said, cwd, steps: turn.steps }));
  }
  const handedOver = handsOver(turn.steps.at(-1));
  const last = handedOver ? turn.steps.findLast((step) => step.kind === 'text') : turn.steps.at(-1);
  const closing = last?.kind === 'text' ? last.text : '';
  return {
    number,
    turn,
    kind: promptKind(turn.prompt),
    words: promptWords(turn.prompt),
    typed: typedWords(promptWords(turn.prompt)),
    calls,
    closing,
    finished: turn.outcome === 'done' || handedOver || hadItsSay(turn, closing),
  };
}

/** A prompt beside which nothing is known. */
export function promptTurn(prompt: string): TurnView {
  return viewTurn({ prompt, steps: [], outcome: 'done' }, 0, '');
}

/** The words that a user stops on are often the last ones; they are when they report or are many. */
function hadItsSay({ outcome, running }: Turn, closing: string): boolean {
  if (running === true || closing === '' || outcome === 'api-error' || announcesMore(closing)) return false;
  return outcome === 'open' || (outcome === 'interrupted' && (REPORT.test(closing) || closing.length >= LONG_REPORT));
}

const REPORT =
  /^\P{L}*(?:done|committed|pushed|fixed|finished|completed?|merged|updated|added|removed|created|implemented|all (?:done|set|good|tests|checks))\b/iu;
const LONG_REPORT = 400;

/** A program that runs an agent takes its answer from this call; nothing is said after it. */
function handsOver(step: Step | undefined): boolean {
  return step?.kind === 'tool' && step.call.tool === 'StructuredOutput' && step.call.result !== 'failed';
}

type ToolStep = Extract<Step, { readonly kind: 'tool' }>;

interface Place {
  readonly turn: number;
  readonly said: string;
  readonly cwd: string;
  readonly steps: readonly Step[];
}

function viewCall({ call, time }: ToolStep, { turn, said, cwd, steps }: Place): CallView {
  const paths = call.paths.map((path) => nearPath(path, cwd));
  // Where a pipe hides the exit code, who has read what was printed knows better.
  const isVouchedFor = call.exitCode === 0 && call.result === 'ok' && saysItWentWell(steps, call);
  const failed = hasFailed(call) && !isVouchedFor;
  return defined({ turn, said, call, failed, isVouchedFor: isVouchedFor || undefined, paths, time });
}

/** Saving a checkpoint is no part of the work that is saved. */
function isOwnSave({ tool, command }: ToolCall): boolean {
  return command === undefined ? /__(?:store_checkpoint|checkpoint_save)$/.test(tool) : isSave(command);
}

/** A path below the session's directory without that directory, with slashes as git has them. */
export function nearPath(path: string, cwd: string): string {
  const [place, directory] = [withSlashes(path), withSlashes(cwd)];
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  return directory !== '' && place.startsWith(base) ? place.slice(base.length) : place.replace(/^\.\//, '');
}

/** `C:\src\a.ts` → `C:/src/a.ts`; elsewhere a backslash is part of a name. */
function withSlashes(path: string): string {
  return /^[a-z]:\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}

/** Whether the agent wrote to the files or asked a tool to, as far as it went well. */
export function isEdit({ call }: CallView): boolean {
  return call.action === 'edit' && call.result === 'ok';
}

/** Whether two spellings mean one file: equal, or one ends with the other. */
export function samePath(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
