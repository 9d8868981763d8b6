import { joinedLines } from './joined-lines.ts';
import { plainLine, splitSentences } from './sentences.ts';

const MAX_ORDERS = 6;
const MAX_STEPS = 8;
const MAX_STEP = 200;

export function shortStep(step: string): string {
  return step.length > MAX_STEP ? `${step.slice(0, MAX_STEP)}…` : step;
}

const HARD =
  /\b(?:NEVER|MUST|ALWAYS|ONLY|IMPORTANT)\b|(?:^|[.:;,—–-] )(?:please )?(?:do not|don['’]t|never|always|must)\b|\bone (?:\w+ )?at a time\b|\b(?:until|unless) (?:i|the user)\b/;
const ALSO_HARD = /^(?:Do not|Don['’]t|Never|Always|Only|Avoid)\b/;

/** Of what a command says, the steps of the part that was asked for, and what it forbids and demands: a handful. */
export function ordersOf(body: string, prompt: string): string[] {
  const text = joinedLines(body.replace(/<!--[\s\S]*?-->/g, '').replace(/```[\s\S]*?(?:```|$)/g, ''));
  const asked = sectionOf(text, prompt);
  const steps = (asked.match(/^\d{1,2}\. .+$/gm) ?? []).slice(0, MAX_STEPS);
  const hard = splitSentences(asked === '' ? text : asked).filter(
    (sentence) => (HARD.test(sentence) || ALSO_HARD.test(sentence)) && !steps.some((step) => step.includes(sentence)),
  );
  const all = [...steps.map(plainLine), ...hard].map(shortStep);
  return [...new Set(all)]
    .slice(0, asked === '' ? MAX_ORDERS : MAX_STEPS + 2)
    .map((line) => (/^\d/.test(line) ? line : `- ${line}`));
}

/** `/pr review` asks for what stands under a heading such as `### /pr review`; empty when there is none. */
function sectionOf(text: string, prompt: string): string {
  const [, name = '', first = ''] = /^[/$](?:[\w.-]+:)?([\w.-]+)\s+([\w-]+)/.exec(prompt) ?? [];
  if (first === '') return '';
  const heading = new RegExp(`^(#{2,5}) .*\\b${name}[ :]+${first}\\b.*$`, 'im').exec(text);
  if (heading === null) return '';
  const below = text.slice(heading.index + heading[0].length);
  const next = below.search(new RegExp(`^#{1,${heading[1]?.length ?? 1}} `, 'm'));
  return next < 0 ? below : below.slice(0, next);
}
