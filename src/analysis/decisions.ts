import { BOUNDS, bounded } from './bounds.ts';
import { closingQuestion, isEmptyQuestion, isServingOffer } from './proposals.ts';
import { cutWords, plainLine, splitSentences } from './sentences.ts';
import type { Item, SessionView, TurnView } from './session-view.ts';
import { isRule } from './user-rules.ts';

const CHOICE =
  /\b(?:instead of|rather than|(?:let'?s|we(?:'ll| will| should| can)?|i(?:'d| would) (?:prefer|like|rather)|please) (?:also |just |not |only )?(?:use|go with|keep|leave|drop|remove|skip|switch|stick|apply|move|rename|avoid|make it|do it|put)|go with|stick (?:with|to)|switch to|(?:no|don'?t|do not|doesn'?t|does not|isn'?t|not) (?:need|necessary|required|worth)|leave (?:it|that|them)|i(?:'m| am) (?:fine|ok|okay|good) (?:with|doing)|option [a-d1-4]\b|(?:i|we) (?:prefer|decided|chose|agree)|should be (?:a|an|the|in|on|called|named))\b/i;
const LABELLED = /^(?:decision|decided|we decided|chosen|choice)\s*[:–—-]\s*(.{8,})$/i;

/** What was settled, oldest first: answers, approved plans, the user's choices, agreed proposals. */
export function findDecisions(view: SessionView): Item[] {
  const { answers, plans } = view.session;
  const answered = answers
    .filter(({ answer }) => answer !== undefined && answer.trim() !== '')
    .map(({ question, answer }) => ({
      text: `${cutWords(question, 180)} → ${cutWords(answer ?? '', 130)}`,
      from: { by: 'question' } as const,
    }));
  const approved = plans
    .filter((plan) => plan.approved)
    .map((plan) => ({ text: `Approved plan: ${planTitle(plan.text)}`, from: { by: 'plan' } as const }));
  const said = view.turns.flatMap((turn) => [...decisionsOfUser(view, turn), ...labelledByAgent(turn)]);
  return bounded([...answered, ...approved, ...said], BOUNDS.decisions, 'last');
}

/** A plan's heading and its first steps. */
function planTitle(plan: string): string {
  const lines = plan.split('\n').filter((line) => line.trim() !== '');
  const title = plainLine(lines.find((line) => /^#/.test(line)) ?? lines[0] ?? '');
  const steps = lines.filter((line) => /^\s{0,3}(?:\d{1,2}[.)]|[-*])\s/.test(line)).slice(0, 4);
  return steps.length === 0 ? title : `${title}: ${steps.map((step) => cutWords(plainLine(step), 70)).join('; ')}`;
}

function decisionsOfUser(view: SessionView, turn: TurnView): Item[] {
  const from = { by: 'user', turn: turn.number } as const;
  const before = view.turns[turn.number - 2];
  const reply = before ? replyTo(view, before, turn) : undefined;
  if (reply !== undefined) return reply === '' ? [] : [{ text: reply, from }];
  if (turn.words.length > 3000) return [];
  return splitSentences(turn.words)
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 400)
    .filter((sentence) => CHOICE.test(sentence) && !isQuestion(sentence) && !isRule(sentence))
    .map((text) => ({ text, from }));
}

/** A short answer only makes sense together with what was asked. Undefined: not a reply. Empty: not worth keeping. */
function replyTo(view: SessionView, before: TurnView, turn: TurnView): string | undefined {
  const question = closingQuestion(before.closing);
  const answer = cutWords(turn.words, 160);
  const topic =
    view.turns.slice(0, before.number).findLast(({ kind }) => kind === 'goal' || kind === 'question') ?? before;
  const about = cutWords(topic.words || topic.turn.prompt, 90);
  const asked = isGeneric(question) ? `${cutWords(question, 110)} (about “${about}”)` : cutWords(question, 200);
  if (turn.kind === 'agreement') {
    if (isServingOffer(question)) return '';
    return `${question === '' ? `The agent's proposal for “${about}”` : asked} → ${answer}`;
  }
  if (
    question === '' ||
    isEmptyQuestion(question) ||
    turn.kind !== 'goal' ||
    turn.words.length > 220 ||
    isQuestion(turn.words)
  )
    return undefined;
  return `${asked} → ${answer}`;
}

/** `Does this look right?` does not say what. */
function isGeneric(question: string): boolean {
  return (
    question.split(' ').length < 7 &&
    /^(?:does (?:this|that)|is (?:this|that)|sound|look|shall (?:i|we) |ready|what do you|which|any)\b/i.test(question)
  );
}

function labelledByAgent(turn: TurnView): Item[] {
  return splitSentences(turn.closing).flatMap((sentence) => {
    const text = LABELLED.exec(sentence)?.[1];
    return text === undefined ? [] : [{ text, from: { by: 'agent', turn: turn.number } }];
  });
}

function isQuestion(sentence: string): boolean {
  return /\?["')*_`\s]*$|,? or\?$/.test(sentence);
}
