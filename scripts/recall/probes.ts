import { editedPaths, readPaths } from './paths-of.ts';
import { list, object, parseLines, type RawCall, type RawSession, string } from './raw-event.ts';

export const probeTypes = {
  'files modified': 2,
  'user requests': 2,
  'last failure': 2,
  'open tasks': 3,
  'finished tasks': 1,
  decisions: 1.5,
  commands: 0.5,
  'files read': 0.5,
} as const;
export type ProbeType = keyof typeof probeTypes;

/** A question about the session and the words that answer it. */
export interface Probe {
  readonly type: ProbeType;
  readonly answer: string;
}

const ANSWER = 70;
const MAX_TYPED_LENGTH = 800;

/** Everything that a good successor of this session would be able to answer. */
export function probesOf(session: RawSession): Probe[] {
  const calls = session.events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
  const tasks = tasksOf(calls);
  const probes: Probe[] = [
    ...last(editedPaths(session), 30).map((answer) => ({ type: 'files modified' as const, answer })),
    ...requests(session).map((answer) => ({ type: 'user requests' as const, answer })),
    ...lastFailure(calls).map((answer) => ({ type: 'last failure' as const, answer })),
    ...tasks.open.map((answer) => ({ type: 'open tasks' as const, answer })),
    ...last(tasks.done, 10).map((answer) => ({ type: 'finished tasks' as const, answer })),
    ...decisions(session, calls).map((answer) => ({ type: 'decisions' as const, answer })),
    ...last(commands(calls), 5).map((answer) => ({ type: 'commands' as const, answer })),
    ...last(readPaths(session), 5).map((answer) => ({ type: 'files read' as const, answer })),
  ];
  return distinct(probes.map((probe) => ({ ...probe, answer: shorten(probe.answer) }))).filter(
    ({ answer }) => answer.length >= 4,
  );
}

/** The first request and the latest five. */
function requests({ events }: RawSession): string[] {
  const asked = events.flatMap((event) => (event.kind === 'user' ? [firstSentence(subjectOf(event.text))] : []));
  return [...asked.slice(0, 1), ...last(asked.slice(1), 5)];
}

/** Of a task that a program hands over as data, what it is about. */
function subjectOf(text: string): string {
  if (!text.startsWith('{')) return text;
  const [message = {}] = parseLines(text.split('\n')[0] ?? '');
  return string(message['subject']) || text;
}

function firstSentence(text: string): string {
  // What stands between fences was pasted.
  const typed = text.replace(/```[\s\S]*?(?:```|$)/g, '\n');
  const line = (typed.trim() === '' ? text : typed).split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return /^.{20,}?[.!?](?=\s)/.exec(line)?.[0] ?? line;
}

/** A command that looks around tells by its status whether it found something; nothing is broken. */
const LOOK =
  /^(?:(?:sudo|env|timeout \S+|\w+=\S+) )*(?:ls|cat|head|tail|sed -n|grep|rg|egrep|find|fd|which|type|test|\[|stat|file|wc|echo|diff|cmp|pgrep|jq|nl|tree|git (?:-C \S+ )?(?:--no-pager )?(?:config|show|log|diff|status|ls-\w+|rev-parse|branch|remote|check-ignore|merge-base|grep|blame|cat-file|describe|tag|for-each-ref|show-ref|reflog)|gh (?:pr|run|issue|api|repo) ?(?:view|checks|list|status|diff|watch)?|curl|redis-cli)\b/;
/** What a runner says around an error: the command again, the package, that something failed. */
const AROUND =
  /│|^(?:✓ |\$ |> |# |=+ |-+|\[\w+\] \$ |func |\[\w+\] ERROR task failed|<tool_use_error>|exit code|auto-merging|switched to|error: script "[^"]*" exited|npm (?:err!|error) (?:code|errno|path|syscall)\b)/i;

/** What a permission classifier says around its reason is the same each time. */
const DENIED = /^Permission for this action .{0,120}?\. Reason: ([\s\S]+?)(?:\.? If you have other tasks|$)/;

/** So many calls later the session has gone on without it. */
const GONE_ON = 30;

/** The last command that failed and did not succeed later, unless it only looked, and the line that says why. */
function lastFailure(calls: readonly RawCall[]): string[] {
  const headOf = (call: RawCall) => {
    const words = commandOf(call).split(/\s+/);
    // The same command with another flag is the corrected one.
    return words
      .filter((word) => !word.startsWith('-'))
      .slice(0, 3)
      .join(' ');
  };
  const isSettled = (candidate: RawCall) =>
    calls.slice(calls.indexOf(candidate) + 1).some((later) => !later.failed && headOf(later) === headOf(candidate));
  const call = calls
    .slice(-GONE_ON)
    .findLast(
      (candidate) =>
        candidate.failed &&
        !isSettled(candidate) &&
        candidate.refused !== true &&
        candidate.output !== '' &&
        !candidate.output.includes('<tool_use_error>') &&
        commandOf(candidate) !== '' &&
        !LOOK.test(commandOf(candidate)),
    );
  if (call === undefined) return [];
  const denied = DENIED.exec(call.output)?.[1];
  if (denied !== undefined) return [commandOf(call), denied];
  const lines = call.output
    .replace(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !AROUND.test(line));
  const raised = lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b.*:/.test(line));
  const telling =
    raised ??
    lines.find(
      (line) =>
        /\b(error|fail(ed|ure)?|fatal|panic|exception|not found|cannot|denied)\b/i.test(line) && line.length > 8,
    );
  const reason = telling ?? lines.find((line) => line.length > 8 && !/^exit code/i.test(line)) ?? '';
  return [commandOf(call), reason.replace(/^Error: Exit code \d+\s*/, '')];
}

/** The first line of a shell command; empty when the call is none. */
function commandOf(call: RawCall): string {
  const { input } = call;
  const words = list(input['command']);
  const argument = words.length > 0 ? string(words.at(-1)) : string(input['command']) || string(input['cmd']);
  const isShell = /^(bash|shell|exec_command|run_shell_command|local_shell|container\.exec)/i.test(call.tool);
  const line = argument.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  // Going to the directory, or into an environment, first is the same command.
  return isShell ? line.trim().replace(/^(?:(?:cd|source|\.) \S+ && )+/, '') : '';
}

/** Where the output went, and the document that a message was read from, say nothing of what was run. */
function withoutPlumbing(command: string): string {
  return command
    .replace(/(?:\s+2>&1)?(?:\s*\|\s*(?:tail|head)\b[^|&;]*)?$/, '')
    .replace(/\s+-m "\$\(cat\b.*$/, '')
    .trim();
}

/** What was run; the step into a directory before it says nothing of it. */
function commands(calls: readonly RawCall[]): string[] {
  return calls
    .map((call) => withoutPlumbing(commandOf(call).replace(/^cd \S+(?:\s*(?:&&|;)|\n)\s*/, '')))
    .filter((command) => command !== '' && !command.startsWith('*** Begin Patch'));
}

interface Tasks {
  readonly open: readonly string[];
  readonly done: readonly string[];
}

/** The newest state of the agent's own list, whichever tool kept it. */
function tasksOf(calls: readonly RawCall[]): Tasks {
  let tasks = new Map<string, { text: string; status: string }>();
  let created = 0;
  for (const call of calls) {
    const whole = list(call.input['todos'] ?? call.input['plan']).map(object);
    if (/^(TodoWrite|update_plan|write_todos)$/.test(call.tool) && whole.length > 0 && !call.failed) {
      tasks = new Map(
        whole.map((task, at) => [
          `${at}`,
          { text: string(task['content'] ?? task['step'] ?? task['description']), status: string(task['status']) },
        ]),
      );
    }
    // A call without a result yet has not made a task.
    if (call.tool === 'TaskCreate' && !call.failed && call.output !== '') {
      created += 1;
      const id = string(object(call.detail['task'])['id']) || /#(\d+)/.exec(call.output)?.[1] || String(created);
      tasks.set(`task ${id}`, { text: string(call.input['subject']), status: 'pending' });
    }
    if (call.tool === 'TaskUpdate' && !call.failed) {
      const task = tasks.get(`task ${String(call.input['taskId'] ?? call.input['id'] ?? call.input['task_id'])}`);
      if (task !== undefined && typeof call.input['status'] === 'string') task.status = call.input['status'];
      if (task !== undefined && typeof call.input['subject'] === 'string') task.text = call.input['subject'];
    }
  }
  const all = [...tasks.values()].filter(({ text }) => text !== '');
  return {
    open: all.filter(({ status }) => status === 'pending' || status === 'in_progress').map(({ text }) => text),
    done: all.filter(({ status }) => status === 'completed').map(({ text }) => text),
  };
}

// A sentence that says that something was settled: by the user who prefers, or by the agent who says that it decided.
const PREFERRED = /\b(?:instead of|rather than|let's (?:use|go|keep|not)|I(?:'d| would) (?:rather|prefer)|prefer)\b/i;
const DECIDED =
  /\b(?:(?:I|we)(?:'ve| have)? (?:decided|chose|settled on)|(?:I|we)(?:'ll| will) go with|(?:I'm|we're) going with|decision:)/i;

/** What git was to do, and did: it is seen in its log. */
const ACT = /\b(?:commit|push|merge|branch|rebase|pull request|PR)\b|コミット|プッシュ|マージ|ブランチ/i;
const DID = /\bgit (?:commit|push|merge|branch -[dD]|rebase)\b|\bgh pr (?:create|merge)\b/;

/** What the user answered, the plan that was approved, and the last sentences that settle something. */
function decisions({ events }: RawSession, calls: readonly RawCall[]): string[] {
  const answers = calls
    .flatMap((call, at) => {
      if (call.tool !== 'AskUserQuestion' || call.failed) return [];
      const isOver = calls.slice(at + 1).some(({ input }) => DID.test(string(input['command'])));
      return Object.entries(object(call.detail['answers']))
        .map(([question, answer]) => ({ question, answer: string(answer) }))
        .filter(({ question, answer }) => !(isOver && ACT.test(`${question} ${answer}`)))
        .map(({ answer }) => answer);
    })
    // Who asks back has not decided.
    .filter((answer) => !/[?？]/.test(answer))
    // Whoever waits for a result has waited once it is there.
    .filter((answer) => !/^wait\b/i.test(answer))
    // The client marks an option with it; it is no part of the answer.
    .map((answer) => answer.replace(/ \(recommended\)$/i, ''));
  const plans = calls
    .filter((call) => call.tool === 'ExitPlanMode' && !call.failed && /approved/i.test(call.output))
    .map((call) =>
      (
        string(call.input['plan'])
          .split('\n')
          .find((line) => line.trim() !== '') ?? ''
      ).replace(/^#+\s*/, ''),
    );
  const said = events.flatMap((event) => {
    if (event.kind === 'call') return [];
    // What was pasted is a document, not the user's word.
    if (event.kind === 'user' && event.text.length > MAX_TYPED_LENGTH) return [];
    const pattern = event.kind === 'user' ? PREFERRED : DECIDED;
    const sentences = event.text.split(/(?<=[.!?])\s+|\n+/);
    // A heading, or what ends in a colon, says that a decision follows, not which; a question settles nothing.
    return sentences.filter(
      (sentence) =>
        pattern.test(sentence) && sentence.length > 20 && sentence.length < 300 && !/^#|[:?]\W*$/.test(sentence),
    );
  });
  return [...last(answers, 4), ...last(plans, 2), ...last(said, 4)];
}

function shorten(answer: string): string {
  const line = answer.replace(/\s+/g, ' ').trim();
  if (line.length <= ANSWER) return line;
  return line.slice(0, line.lastIndexOf(' ', ANSWER) > 30 ? line.lastIndexOf(' ', ANSWER) : ANSWER);
}

function last<T>(values: readonly T[], count: number): T[] {
  return values.slice(-count);
}

function distinct(probes: readonly Probe[]): Probe[] {
  return [...new Map(probes.map((probe) => [`${probe.type}\n${probe.answer}`, probe])).values()];
}
