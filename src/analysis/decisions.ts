import type { Evidence } from '../core/note.ts';
import { decidedByAgent } from './agent-decisions.ts';
import { BOUNDS, bounded } from './bounds.ts';
import { isOtherLanguage, otherLanguages } from './cues.ts';
import { findChoice } from './options.ts';
import { stepTitles } from './plan-steps.ts';
import { chosenOptions, isReversal } from './reply.ts';
import { type Settled, settledByReply } from './reply-decisions.ts';
import { cutWords, plainLine, splitSentences, subjectWords } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { isRule } from './user-rules.ts';

const CHOICE =
  /\b(?:instead of|rather than|use [^.?!]{1,60}, not(?! (?:just|only|because|sure)\b)|(?:let['’]?s|we(?:['’]ll| will| should)|i(?:['’]d| would) (?:prefer|like|rather)|please) (?:also |just |not |only )?(?:use|go with|keep|leave|drop|remove|skip|switch|stick|avoid|make it|put)|go with|stick (?:with|to)|switch to|(?:no|don['’]?t|do not) need (?:to|for|a|an|the)|leave (?:it|that|them) (?:as|out|in|alone|for)|i(?:['’]m| am) (?:fine|ok|okay|good) (?:with|doing)|(?:i|we) (?:prefer|decided|chose))\b/i;

interface Decided extends Settled {
  readonly from: Evidence;
}

/** What was settled, oldest first: answers, approved plans, replies, the user's choices, the agent's own. */
export function findDecisions(view: SessionView): Item[] {
  const all = allDecisions(view);
  const items = all.map(({ text, topic, from }, at) => {
    const isAnew = all.slice(at + 1).some((later) => isSameTopic(topic, later.topic));
    return { text, from: isAnew ? { ...from, superseded: true } : from };
  });
  return bounded(items, BOUNDS.decisions, 'last');
}

function allDecisions(view: SessionView): Decided[] {
  const { answers, plans } = view.session;
  const answered = answers.flatMap(({ question, answer = '' }) =>
    isNoAnswer(answer) || isUsedUp(question)
      ? []
      : [
          {
            text: `${cutWords(question, 180)} → ${cutWords(answer, 130)}`,
            topic: question,
            from: { by: 'question' as const },
          },
        ],
  );
  const approved = plans
    .filter((plan) => plan.approved && planTitle(plan.text) !== '')
    .map((plan) => ({ text: `Approved plan: ${planTitle(plan.text)}`, topic: '', from: { by: 'plan' as const } }));
  const said = view.turns.flatMap((turn) => [...decidedByUser(view, turn), ...ofAgent(turn)]);
  return [...answered, ...approved, ...said];
}

/** The user asked back, or said something else. */
function isNoAnswer(answer: string): boolean {
  return answer.trim() === '' || /\?["')\s]*$|^(?:hmm|not sure|i don['’]t know)\b/i.test(answer.trim());
}

/** How to run or hand over something once: used up when it was done. */
function isUsedUp(question: string): boolean {
  return /\b(?:how should i (?:run|proceed|deliver|hand|continue)|(?:should|shall) i (?:run|push|commit|proceed|continue)|push|open a (?:stacked )?pr)\b/i.test(
    question.slice(0, 120),
  );
}

/** Whether two decisions are about one thing, so that the later word holds. */
function isSameTopic(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  if (one === other) return true;
  const [mine, theirs] = [subjectWords(one), subjectWords(other)];
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return common >= 3 && common / Math.max(mine.size, theirs.size) > 0.7;
}

/** A plan's heading and its first steps. */
function planTitle(plan: string): string {
  const lines = plan.split('\n').filter((line) => line.trim() !== '');
  const title = plainLine(lines.find((line) => /^#/.test(line)) ?? lines[0] ?? '');
  const steps = stepTitles(plan).slice(0, 4);
  return steps.length === 0 ? title : `${title}: ${steps.map((step) => cutWords(step, 70)).join('; ')}`;
}

function decidedByUser(view: SessionView, turn: TurnView): Decided[] {
  const from = { by: 'user', turn: turn.number } as const;
  const before = view.turns[turn.number - 2];
  const reversed = reversal(view, turn);
  if (reversed !== undefined) return [{ ...reversed, from }];
  const settled = before && settledByReply(before, turn);
  if (settled !== undefined) return settled.map((one) => ({ ...one, from }));
  return choices(turn).map((text) => ({ text, topic: '', from }));
}

/** `or no, do c` settles anew what the reply before it had settled. */
function reversal(view: SessionView, turn: TurnView): Settled | undefined {
  if (!isReversal(turn.words)) return undefined;
  for (const before of view.turns.slice(Math.max(0, turn.number - 4), turn.number - 1).reverse()) {
    const choice = findChoice(before.closing);
    const chosen = choice === undefined ? [] : chosenOptions(turn.words, choice);
    if (choice !== undefined && chosen.length > 0)
      return {
        text: `${choice.topic}: ${chosen.map(({ key, title }) => `${title} (${key})`).join(' and ')}`,
        topic: choice.topic,
      };
  }
  return undefined;
}

/** Sentences in which the user prefers one thing to another, or puts something right. */
function choices(turn: TurnView): string[] {
  return splitSentences(turn.typed)
    .filter((sentence) => sentence.length >= 12 && sentence.length <= 300 && !/^["“]|^\(?\d[).:] |\*\*/.test(sentence))
    .filter((sentence) => !/\b(?:commit|push)\b/i.test(sentence))
    .filter(isChoice);
}

/** Whether a sentence of the user settles something, and does not order or ask it. */
export function isChoice(sentence: string): boolean {
  return (
    (CHOICE.test(sentence) || isCorrection(sentence) || isChoiceElsewhere(sentence)) &&
    !/[?？]["')*_`\s]*$|,? or\?$/.test(sentence) &&
    !ASKED.test(sentence) &&
    !isRule(sentence)
  );
}

/** A question without its mark, a check that was ordered, what somebody saw, or a way to a branch: nothing is chosen by it. */
const ASKED =
  /^(?:(?:so|and|ok(?:ay)?|also|but),? )*(?:does|do|did|is|are|was|should|can|could|would|will|what|why|how|where|which|who|confirm|check|verify|tell me|explain|find out|see (?:if|whether))\b(?! you\b)|\bdo you think\b|\bi (?:still |can |now |also )*(?:see|feel|notice|have the impression)\b|\bswitch to (?:the )?(?:main|master|develop|\S+ branch|branch)\b/i;

function isChoiceElsewhere(sentence: string): boolean {
  return isOtherLanguage(sentence) && otherLanguages.choice.test(sentence);
}

/** `no, it needs to be the terminal with git sync`: a correction that says what is wanted. */
function isCorrection(sentence: string): boolean {
  return (
    /^(?:no[,.! ]|nope|not (?:as|in|on|like|the|this)\b|i (?:said|meant|asked for))/i.test(sentence) &&
    subjectWords(sentence).size >= 4
  );
}

function ofAgent(turn: TurnView): Decided[] {
  return decidedByAgent(turn).map((text) => ({ text, topic: '', from: { by: 'agent', turn: turn.number } }));
}
