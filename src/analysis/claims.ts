import { isOtherLanguage } from './cues.ts';
import { asImperative, reportAsImperative } from './imperative.ts';
import { isRecommendation } from './lasting.ts';
import { isNarration } from './narration.ts';

/** Said to the user about the talk itself. */
const TALK =
  /^[✓✔✅☑]|\bchanges? (?:have|has) been (?:committed|pushed)\b|\b(?:code|site|change|fix|app|page|version) is (?:now )?live\b|^i['’]ve (?:conducted|completed|finished|done|looked|read|reviewed|searched)\b|^(?:applying|following) the\b|^(?:so |or |and |but )?you (?:can|may|might|could|should|will)\b|^(?:so |or |and |but )?you['’](?:ll|d)\b|\bor you (?:may|might|could)\b|\bmy (?:\w+ )?(?:pick|instinct|take|guess|vote|gut|lean|view|opinion)\b|\b(?:one|two|three|four|\d+) more (?:updates?|edits?|changes?|fixes|tweaks?)\b|^the (?:review|audit|investigation|analysis|research) is (?:now )?(?:complete|done|finished)\b|\bneeds? (?:revising|updating|rewording|reworking)\b|\b(?:that|this) should (?:now )?(?:keep|give|make|fix|help|let|resolve|cover|work|do)\b|\bshould (?:now )?(?:pass|turn|go green|reflect|stabilize|succeed|be (?:resolved|fixed|green|fine))\b|\btell me\b|\bi(?:['’]ve| have)? (?:also |just |only )?(?:committed|pushed)\b|^the user(?:['’]s (?:concern|request|message|most recent|latest|last|intent|goal)| (?:asks?|asked|wants|wanted|said|requested|approved|chose))\b|\bhappy to\b|\bwhenever you\b|\bwant me\b|\blet me know\b|\byour call\b|\bup to you\b|\bif you want\b|\bonce you['’]?(?:ve|re)?\b.{0,60}\bi(?:['’]ll| can| will)\b|^(?:once|when|as soon as|after) [^,.]{3,60},? i(?:['’]ll| will)\b/i;

/** `It is only called once`, `That path is visible` need the sentence before them. */
const POINTING =
  /^[\w ]{3,30}: (?:this|that|these|those|it)\b|^[^,;:]{3,140} (?:do|does|did|have|has|is|are)(?:n['’]t| not)(?: [—–-] |[.;,]|$)|^(?!.*\.\w{1,5}:\d).{0,300}[(\s]`?:\d{1,5}\b|^(?:that|this|these|those) [\p{Ll}-]+ (?:is|are|was|were|has|have|does|will|must|can)\b|^(?:none|both|all|each|one|two|neither) of (?:that|this|these|those|them)\b|^(?:so |and |but |which )?(?:that|this|these|those|it|they)(?:['’](?:s|re|ll|d))?(?: (?:is|are|was|were|has|have|does|did|means|should|will|would|must|can|could|may|might|makes?|turns?|creates?|gives?|keeps?|lets?|explains?|touch(?:es)?|needs?|only|also|now|just|reads?|covers?|\w+n['’]t)\b|(?<=['’]\w{1,2})\b)/iu;

const VERB =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|can|cannot|could|must|should|will|would|may|might|became|gets?|got|went|came|made|found|broke|ran|took|gave|kept|left)\b|n['’]t\b|['’](?:re|ve|ll)\b|\b(?:it|that|there|here|what|this|everything|nothing|which|who)['’]s\b/i;
/** Third persons, and plain forms behind a plural; as the last word, or at the start, they are orders and nouns. */
const ACTS =
  'use|live|contain|define|expect|depend|handle|mean|happen|come|go|stay|remain|equal|require|fail|break|add|keep|send|give|provide|include|create|confirm|allow|prevent|throw|exist|ignore|skip|appear|render|emit|accept|reject|serve|tell|say|explain|cover|omit|lack|hold|wrap|represent|assume|resolve|parse|produce|open|override|overwrite|apply|remove|follow|belong|begin|win|lose|know|see|treat|invoke|inherit|extend|implement|let|make|get|sit|grow|rely|reuse|swallow|hide|clear|spawn';
/** As often a noun: only in a whole sentence. */
const NOUNS_TOO =
  'return|take|read|write|call|set|match|support|run|work|show|start|cause|lead|exit|pass|drop|leak|block|point|store|load|map|share|span|need|print|close|sort|stage|report|reference|conflict|crash|hang|land|end|want|trigger|import|export|update|cost|turn|look|move|fall|reset|list|name';

function acting(acts: string): RegExp {
  const between = String.raw`\)? (?:\w+ly |now |also |only |never |all |both )?`;
  const plural = String.raw`(?:\w[^\s'’]*s|\b(?:they|we|you|both|all|data|I|X))${between}(?:${acts})`;
  return new RegExp(String.raw`(?:[\w)\]]${between}(?:${acts})e?s|${plural})\b(?= \S)`);
}

/** Whatever is done to something: `the remark interrupts the flow`. */
const DOES_TO = /[a-z)X] [a-z]{3,}s (?:the|an?|its|their|no|any|every|each|both|X)\b/;
/** A report, or a point of a review, that leaves out who or what. */
const WITHOUT_SUBJECT = /^(?:missing|wrong|no) \S/i;
const ACTING = acting(ACTS);
const ACTING_TOO = acting(NOUNS_TOO);
const PAST = /[\w)\]] (?:\w+ly )?(?:\w{3,}ed|wrote|sent|built|threw|read|set|put|lost|won|fell|began|held)\b(?= \S)/;

/** Names and quotations are nouns, whatever words they have; remarks in brackets carry no sentence. */
function bare(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'X')
    .replace(/"[^"]*"|“[^”]*”/g, 'X')
    .replace(/\([^()]*\)/g, '')
    .replace(/\s+/g, ' ');
}

/** Whether somebody says something of something: `Notes on the store` does not. */
function hasVerb(text: string): boolean {
  const words = bare(text);
  const isWhole = /[.!;]["”)*_`]{0,3}$/.test(text);
  if (WITHOUT_SUBJECT.test(words) || reportAsImperative(text) !== '') return true;
  if (VERB.test(words) || ACTING.test(words) || DOES_TO.test(words)) return true;
  return isWhole && (ACTING_TOO.test(words) || PAST.test(words));
}

/** Opens a remark and says nothing itself. */
const OPENER =
  /^(?:(?:good(?: (?:catch|point|call|question))?|great|perfect|excellent|nice|interesting|honestly|ok(?:ay)?|yes|yep|yeah|right|sure|got it|note|fair|done|confirmed|practically|additionally|meanwhile|instead)(?:[,.!:]| [—–-]) |i can (?:now )?see (?:that )?(?=(?:the|an?|no|\d+|`)\b)|(?:so|but|and|also|then|meanwhile)\b,? (?!far\b|that\b|as\b|long\b)|(?:the|a|an|one|only|short|small|quick) (?:\w+ ){0,2}(?:thing|bonus|nit|heads[- ]up|note|wrinkle|read|caveat|version|answer): )+/i;
/** What the agent was about to do about it. */
const ABOUT_TO =
  /(?:[,;]| [—–-])(?: so| and| then| but)? (?:i['’](?:ll|m)|i am|i will|i (?:need|have) to|let me|we['’]ll)\b[^`"“]{0,20}\b[^\n]*$/i;

/** Longer is data, and costs time to look through. */
const MAX_SENTENCE = 1000;

/** A sentence of the agent as a claim, without its opener and without what the agent was about to do; empty when it is none. */
export function claimIn(sentence: string): string {
  if (sentence.length > MAX_SENTENCE) return '';
  const listed = sentence.replace(/^\(?\d{1,2}[.)] /, '').replace(/^\(([^()]*)\)$/, '$1');
  const opened = listed.replace(OPENER, '');
  const claim = withoutLead(opened, opened.replace(ABOUT_TO, '.'));
  if (claim === '' || isNoClaim(claim)) return '';
  return opened === listed && claim.startsWith(opened.slice(0, 3))
    ? claim
    : `${claim.charAt(0).toUpperCase()}${claim.slice(1)}`;
}

/** `Since the door is shut, I'll knock`: the reason stands alone. `If it is shut, I'll knock` says nothing without its end. */
function withoutLead(opened: string, claim: string): string {
  if (claim === opened) return claim;
  return /^(?:if|when|once|unless|whether|until|to)\b/i.test(claim)
    ? ''
    : claim.replace(/^(?:since|given(?: that)?|because|as) /i, '');
}

/** `Build output is kept` begins with a thing. */
const OF_A_THING =
  /^(?!make sure|ensure|check|verify)\w+ (?:\d|(?:\S+ ){0,3}?(?:is|are|was|were|must|should|will|can|has|have|does|goes|lives?|requires?|needs?|uses?)\b)/i;

function isOrder(text: string): boolean {
  return asImperative(text) !== '' && !OF_A_THING.test(text);
}

/** A question, an announcement, a heading, an option that was put up, half of a sentence. */
function isNoClaim(text: string): boolean {
  if (/[?:？：]["')*_`\s]*$/.test(text) || isNarration(text) || TALK.test(text) || isOrder(text)) return true;
  if (!/[\p{L}]{3,} .*[\p{L}]{2,}|[\u3040-\u30ff\u3400-\u9fff]{6,}/u.test(text)) return true;
  // `Once confirmed, I'll load them` is a promise.
  if (
    /^(?:\(?[A-H][).:] |#?[A-H1-9] [—–-] |option [A-H1-9]\b|(?:once|when|after)\b.{3,60}, i['’]ll\b|next(?: steps?)?:|(?:step|phase|task|part|wave) \d{1,2}[:.]|#\d|(?:feat|fix|chore|docs|ci|test|refactor|build|perf|style)(?:\([^)]*\))?!?: )/i.test(
      text,
    )
  )
    return true;
  // A list in a line.
  if (/\(1\) .*\(2\) /.test(text)) return true;
  // All of it stands in quotation marks: somebody else would say it.
  if (/^["“][^"“”]*["”][.!]?$/.test(text)) return true;
  return !isRecommendation(text) && !isOtherLanguage(text) && !hasVerb(text);
}

export function pointsBack(text: string): boolean {
  return POINTING.test(text);
}
