import { DENSE_NEXT, isDense } from './cues.ts';
import { plainLine, splitSentences } from './sentences.ts';

/** So short a text is said between two calls; a report is longer, or says that something is done. */
const SHORT = 300;

/** `Launching both in parallel now. Each of them reads its own story.` */
const DOING_NOW = /^(?!(?:nothing|everything|something)\b)\w+ing\b.{4,120}\bnow[.!]?$/i;
const BEGINS =
  /:$|^(?:let me|now|next|first|i['’](?:ll|m)|i am|i will|great! now|good[,.] now)\b|[;—–] ?(?:and )?(?:now|next) i['’]m (?:just )?\w+ing\b|\b(?:let me|i['’]ll) (?:now |first |also )?(?:examine|check|look|read|start|begin|explore|investigate|find|see|run|fix|update|add)\b/i;
/** `Since there is no precedent, I'll establish what the tool does`; what the agent only stands by for is no step. */
const PROMISES =
  /\b(?:let me (?!know)|i['’]m going to |i(?:['’]ll| will) (?!(?:wait|be|leave|keep|need|stop|hold|let|stand|not|never|only)\b))\w/i;
const CONDITION =
  /\b(?:if|once|when|whenever|after|as soon as|until|unless|otherwise|tell me|say|want|prefer|ready|go ahead|confirm|choose|pick)\b|\?/i;
/** `Batch 3: Create the new agent`, all that is said. */
const PART = /^(?:batch|step|phase|task|part|group|stage|round|commit) \d+[a-z]?(?: (?:of|\/) ?\d+)?\s*[:—–-]\s*(.+)$/i;
const OVER = /\b(?:done|complete[d]?|finished|passed|merged|fixed|shipped|skipped|blocked)\b|[✓✅]/i;
/** `Committing the derivation before moving on.` */
const UNDER_WAY =
  /^(?!(?:noth|everyth|someth|anyth|wait|ask|leav|paus|stopp|keep|hold|look|stand|warn|dur|accord|assum|be|remain|miss|pend)ing\b)(?:re-?)?\p{L}{2,}ing (?!(?:is|was|are|were|it|to|works?|passes|now)\b)(?!.*\b(?:is|are|was|were)\b).{8,}$/iu;

/** `Both are green. Commit and push.` is said to nobody else: what only the agent does in its work. */
const ORDERS_ITSELF =
  /^(?:(?:now|then)[, ]+)?(?:commit|push|stage|amend|rebase|re-?run|format)\b(?!ed\b)(?!.*\b(?:you|your|if|when|to (?:see|check|verify|confirm|try|test)|is|are|was|were|has|passe[sd]|failed|works?|done)\b)[^?:]*[.!]$/i;
const MAX_ORDER = 60;

/** Whether words that nobody marked as the end of a turn only say what comes next: `Let me look at the tests:`. */
export function announcesMore(text: string): boolean {
  const sentences = splitSentences(text);
  const last = sentences.at(-1) ?? '';
  if (isDense(last) && DENSE_NEXT.test(last)) return true;
  if (sentences.slice(-2).some((sentence) => DOING_NOW.test(sentence))) return true;
  return BEGINS.test(last) || (text.length <= SHORT && announcesStep(text, last));
}

function announcesStep(text: string, last: string): boolean {
  const part = PART.exec(plainLine(text.trim().split('\n').at(-1) ?? ''))?.[1];
  if (part !== undefined) return !OVER.test(part);
  if (ORDERS_ITSELF.test(last) && last.length <= MAX_ORDER) return true;
  return (PROMISES.test(last) && !CONDITION.test(last)) || UNDER_WAY.test(last);
}
