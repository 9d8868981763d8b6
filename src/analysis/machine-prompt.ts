import type { Turn } from '../core/session.ts';
import { ordersOf, shortStep } from './orders-of-command.ts';

/** What a program put to the agent in the user's place: one element in tags, or data. */
interface MachinePrompt {
  /** `ci-event`, or what kind of data it is. */
  readonly name: string;
  /** What it says, in a line without its marks. */
  readonly words: string;
}

const ELEMENT = /^\s*<([a-z][\w-]{2,40})(?:\s[^<>]{0,300})?>([\s\S]*?)(?:<\/\1>\s*)?$/;
/** The fields of such data in which people and programs say what is wanted. */
const SAYING = ['subject', 'title', 'summary', 'description', 'message', 'content', 'text', 'prompt', 'task'];

/** Tags that people and agents put around what they want. */
const ORDERED = /^\s*<(task|prompt|instructions?|request|query|question)>\s*([\s\S]*?)\s*(?:<\/\1>|$)/;

/** A command that is written out puts what the user typed behind it into a block of its own, above what it always says. */
const TYPED_BEHIND = /^\s*#{1,3} User Input\s+```\w*\n([\s\S]*?)```\s+You \*{0,2}MUST\*{0,2} consider the user input/;
const TITLE = /^#{1,3} (?!User Input|Outline)(.{4,80})$/m;

/** `<task>Review the parser</task>` → the words inside, and what follows them; of a command that is written out, what was typed behind it. */
export function unwrapped(prompt: string): string {
  const behind = TYPED_BEHIND.exec(prompt)?.[1]?.trim();
  if (behind !== undefined) return behind === '' ? (TITLE.exec(prompt)?.[1] ?? '') : behind;
  return requestIn(prompt) ?? prompt.replace(ORDERED, '$2\n');
}

const MAX_STEPS = 12;

/** What was typed behind a command that is written out, and the steps that the command then orders; any other prompt as it is. */
export function withSteps({ prompt, orders }: Pick<Turn, 'prompt' | 'orders'>): string {
  if (orders !== undefined) return withTold(prompt, ordersOf(orders, prompt));
  const [whole = '', typed = ''] = TYPED_BEHIND.exec(prompt) ?? [];
  if (whole === '') return prompt;
  const steps = prompt.slice(whole.length).match(/^\d{1,2}\. .+$/gm) ?? [];
  return withTold(typed.trim(), steps.slice(0, MAX_STEPS).map(shortStep));
}

function withTold(typed: string, told: readonly string[]): string {
  return told.length === 0 ? typed : `${typed}\n\nThe command orders:\n${told.join('\n')}`.trim();
}

const FENCED = /```(?:json)?\n(\{[\s\S]*?\})\s*```/;
const REQUESTS = ['user_request', 'user_message', 'user_prompt', 'user_query', 'request', 'query', 'question'];

/** What a person asked for where a program puts it into data, with its own words around them. */
function requestIn(prompt: string): string | undefined {
  const data = prompt.length > MAX_WRAPPED ? undefined : dataIn(FENCED.exec(prompt)?.[1] ?? '');
  const words = REQUESTS.map((name) => data?.[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof words === 'string' ? words : undefined;
}

const MAX_WRAPPED = 20_000;

/** What a client says to its agent when the user wants to talk about questions before answering them. */
const CLARIFIES = /^\s*The user wants to clarify these questions\./;

/** What another session of the same agent sent, with the client's words above it. */
const BY_ANOTHER = /^\s*Another \w+ session sent a message:\s*/;

export function machinePrompt(whole: string): MachinePrompt | undefined {
  const prompt = whole.replace(BY_ANOTHER, '');
  if (ORDERED.test(prompt)) return undefined;
  if (CLARIFIES.test(prompt)) return { name: 'clarification', words: 'The user wants to clarify the questions' };
  const data = dataIn(prompt);
  if (data !== undefined)
    return { name: typeof data['type'] === 'string' ? data['type'] : 'data', words: saidIn(data) };
  const [, name, inside = ''] = ELEMENT.exec(prompt) ?? [];
  if (name === undefined || (inside.includes(`<${name}`) && !isRow(prompt, name))) return undefined;
  const within = dataIn(inside);
  return { name, words: within === undefined ? plain(inside) : saidIn(within) };
}

/** Several messages at once, each in the same tags, with nothing between them. */
function isRow(prompt: string, name: string): boolean {
  const parts = prompt.split(new RegExp(`</${name}>`));
  return parts.slice(0, -1).every((part) => part.trimStart().startsWith(`<${name}`)) && parts.at(-1)?.trim() === '';
}

type Data = Readonly<Record<string, unknown>>;

function dataIn(text: string): Data | undefined {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Data) : undefined;
  } catch {
    // Braces around words: somebody typed them.
    return undefined;
  }
}

function saidIn(data: Data): string {
  const said = SAYING.map((name) => data[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof said === 'string' ? plain(said) : '';
}

function plain(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
