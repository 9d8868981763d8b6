import { BOUNDS, bounded } from './bounds.ts';
import { errorLine, withoutCd } from './command-outcome.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { failedPush } from './deliveries.ts';
import { isBack, isWait, saysItWaits } from './in-flight.ts';
import { openFailures } from './open-failures.ts';
import { cutWords, splitSentences, withoutPastes } from './sentences.ts';
import type { CallView, Item, SessionView, TurnView } from './session-view.ts';
import { walls } from './walls.ts';

const STUCK =
  /^blockers?:\s*(?!none|nothing|n\/a)\S|^blocked:\s*(?!none|nothing|no\b)\S|\bwaiting (?:for|on) (?:the |an? )?\w+(?: \w+){0,6} (?:from|by|to)\b|\b(?:i(?:['’]m| am) blocked|blocked (?:by|on|until)|can(?:['’]?t|not) (?:proceed|continue|go on)|unable to (?:proceed|continue|complete|access)|waiting (?:for|on) (?:you|your|the user)|(?:need|requires?) (?:your (?:input|approval|permission|credentials|decision)|access to))\b/i;

/** The machine is in the way, and not the code that is being written. */
const MACHINE =
  /command not found|no such file|permission denied|cannot find (?:main )?module|not installed|unable to (?:create|access|connect)|could(?:n['’]t| not) (?:find|resolve|connect)|connection refused|not permitted|parsing config|authentication|unauthori[sz]ed|forbidden|rate limit|disk full|no space left/i;

/** A red test of a turn that still runs is what the agent works on; what the machine lacks is not fixed by more turns. */
function isWorkedOn({ turns }: SessionView, { turn, call }: CallView): boolean {
  const last = turns.at(-1);
  const isRunning = last !== undefined && last.number === turn && !last.finished && last.turn.outcome === 'open';
  return isRunning && !MACHINE.test(errorLine(call.output ?? ''));
}

/** Nothing but a look, on this machine or another one. */
const LOOKS =
  /^(?:cd \S+ && )?(?:ssh (?:-\S+ (?:[^\s"']\S* )?)*\S+ )?["']?(?:sudo )?(?:cat|ls|head|tail|sed -n|grep|find|stat|less|file)\b[^;&]*$/;

/** What was looked for is not there, and the agent went on to look elsewhere. */
function isWrongGuess({ calls }: SessionView, entry: CallView): boolean {
  const isLook =
    LOOKS.test(entry.call.command ?? '') && /no such file or directory/i.test(errorLine(entry.call.output ?? ''));
  return isLook && calls.at(-1) !== entry;
}

/** What stands in the way: failures that nobody fixed, refusals, what the agent waits for, limits of the model's API. */
export function findBlockers(view: SessionView): Item[] {
  return bounded(
    [
      ...[
        ...new Set([
          ...openFailures(view).filter((entry) => !isWorkedOn(view, entry) && !isWrongGuess(view, entry)),
          ...walls(view),
        ]),
      ].map((entry) => describeFailure(entry, view.session.cwd)),
      ...refused(view),
      ...apiTrouble(view),
      ...askedOfUser(view),
      ...stuck(view),
      ...blockedOnTheWay(view),
    ],
    BOUNDS.blockers,
  );
}

function describeFailure(entry: CallView, cwd: string | undefined): Item {
  const { call, turn } = entry;
  const exit = call.exitCode === undefined || call.exitCode === 0 ? '' : ` (exit ${call.exitCode})`;
  const error = errorLine(call.output ?? '');
  const push = failedPush(entry);
  const command = cutWords(push ?? withoutCd(call.command ?? '', cwd), 160);
  const text = `${push === undefined ? '' : 'Committed, but '}\`${command}\` failed${exit}${error === '' ? '' : `: ${error}`}`;
  return { text, from: { by: 'command', turn, command } };
}

/** Nobody said no: the client only had no leave to do it. */
const NOT_GRANTED = /haven['’]t granted it/;

/** What the session stopped at because it was not allowed; what was refused before, it went on without. */
function refused(view: SessionView): Item[] {
  // Ticking off the list is not going on.
  const last = view.calls.findLast(({ call }) => call.action !== 'plan');
  if (last?.call.result !== 'refused') return [];
  if (last.call.action === 'edit' && !NOT_GRANTED.test(last.call.output ?? '')) return [];
  // A call that the user stopped was not forbidden.
  if (view.turns[last.turn - 1]?.turn.outcome === 'interrupted') return [];
  const { call, paths, turn } = last;
  const text = `Not permitted: ${cutWords(call.command ?? [call.tool, ...paths].join(' '), 200)}`;
  return [{ text, from: { by: 'session', turn } }];
}

function apiTrouble(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last?.turn.outcome !== 'api-error') return [];
  return [
    {
      text: `The model's API stopped the session: ${last.turn.error ?? 'unknown error'}`,
      from: { by: 'session', turn: last.number },
    },
  ];
}

/** `commits won't be blocked by it`, `was blocked by the hook, fixed now`. */
const SOLVED =
  /\b(?:won['’]t|will not|no longer|not|never|isn['’]t|aren['’]t|nothing(?: is)?) (?:be |being )?blocked\b|\bblocked\b.{0,120}\b(?:fixed|solved|resolved|worked around|cleaned up)\b/i;

/** What the user is asked to run, in the words or in the block below them. */
const ASKED =
  /\b(?:please|you(?:['’]ll| will)? need to|can you|could you) (?:first |now |locally )?(?:run|execute)\b[^\n`]{0,100}(?:`([^`\n]{2,200})`|\n+ {0,8}```\w*\n([^\n]{2,200}))/i;
const GOES_ON =
  /\b(?:after that|afterwards|once|when|then)\b[^.\n]{0,80}\bi(?:['’]ll| will| can)\b|\btell me to \w+|\blet me know (?:when|once)\b/i;

/** The agent cannot do it itself, and has said that it goes on after it. */
function askedOfUser({ turns }: SessionView): Item[] {
  const last = turns.at(-1);
  const found = ASKED.exec(last?.closing ?? '');
  const command = found?.[1] ?? found?.[2];
  if (last === undefined || found === null || command === undefined) return [];
  if (!GOES_ON.test(last.closing.slice(found.index))) return [];
  const text = `The agent goes on when the user has run \`${command.trim()}\``;
  return [{ text, from: { by: 'agent', turn: last.number } }];
}

function stuck(view: SessionView): Item[] {
  const last = view.turns.at(-1);
  if (last === undefined) return [];
  const isStuck = (sentence: string) =>
    (STUCK.test(sentence) && !SOLVED.test(sentence)) ||
    // Said at the end of a turn, somebody else has to move first.
    saysItWaits(sentence) ||
    (isOtherLanguage(sentence) && otherLanguages.blocker.test(sentence));
  return splitSentences(withoutPastes(lastWords(last)))
    .filter((sentence) => isStuck(sentence) && !(saysItWaits(sentence) && isBack(view, sentence)))
    .slice(0, 2)
    .map((sentence) => sentence.replace(/^block(?:ers?|ed):\s*/i, ''))
    .map((sentence) => ({ text: `Agent: ${sentence}`, from: { by: 'agent', turn: last.number } }));
}

/** `The rerun is blocked by …`, `this blocks the comparison until the key is renewed` */
const IS_BLOCKED = /\b(?:is|are|remains?) (?:still )?blocked (?:by|on|until)\b|\bblocks\b.{3,120}\buntil\b/i;
const UNBLOCKED = /\bunblocked\b|\b(?:is|are) (?:now )?(?:renewed|refreshed|back)\b|\b(?:works|went through) now\b/i;

/** In a turn without an end: what the agent, who had just seen an error of the machine, said that stands in the way, and went around. */
function blockedOnTheWay({ turns }: SessionView): Item[] {
  const last = turns.at(-1);
  if (last === undefined || last.finished) return [];
  const seen = last.calls.some(({ call }) => MACHINE.test(errorLine(call.output ?? '')));
  const said = last.turn.steps.flatMap((step) =>
    step.kind === 'text' ? splitSentences(withoutPastes(step.text)) : [],
  );
  const at = said.findLastIndex((sentence) => IS_BLOCKED.test(sentence) && !SOLVED.test(sentence));
  const sentence = said[at];
  if (!seen || sentence === undefined || said.slice(at + 1).some((later) => UNBLOCKED.test(later))) return [];
  return [{ text: `Agent: ${sentence}`, from: { by: 'agent', turn: last.number } }];
}

/** The end of a turn; of one that still runs only what was said before a call that does nothing but wait for others. */
function lastWords({ closing, turn: { steps } }: TurnView): string {
  const call = steps.at(-1);
  if (call?.kind !== 'tool' || !isWait(call.call)) return closing;
  const said = steps.findLast((step) => step.kind === 'text');
  return said?.kind === 'text' ? said.text : '';
}
