import { type RawCall, string } from './raw-event.ts';

/** A string of JavaScript in double quotes, or in back quotes without anything put in. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"/.source;
const IN_BACK_QUOTES = /`(?:[^`\\$]|\\.|\$(?!\{))*`/.source;
const LITERAL = `${QUOTED}|${IN_BACK_QUOTES}`;

/** The calls that a script of Codex makes, as far as their arguments are plain strings. */
export function scriptCalls(script: string): Pick<RawCall, 'tool' | 'input'>[] {
  const patches = matches(script, new RegExp(LITERAL, 'g'))
    .map(([literal = '']) => unquoted(literal))
    .filter((text) => text.includes('*** Begin Patch'))
    .map((patch) => ({ tool: 'apply_patch', input: { patch } }));
  const commands = matches(script, new RegExp(String.raw`\bexec_command\(\{[^}]*?\bcmd"?:\s*(${LITERAL})`, 'g')).map(
    ([, literal = '']) => ({ tool: 'exec_command', input: { cmd: unquoted(literal) } }),
  );
  const steps = matches(
    script,
    new RegExp(String.raw`\bstep"?:\s*(${LITERAL}),\s*"?status"?:\s*(${LITERAL})`, 'g'),
  ).map(([, step = '', status = '']) => ({ step: unquoted(step), status: unquoted(status) }));
  const plan = steps.length === 0 ? [] : [{ tool: 'update_plan', input: { plan: steps } }];
  return [...patches, ...commands, ...plan];
}

function matches(text: string, form: RegExp): RegExpExecArray[] {
  return [...text.matchAll(form)];
}

function unquoted(literal: string): string {
  if (literal.startsWith('`')) return literal.slice(1, -1).replace(/\\([`\\$])/g, '$1');
  try {
    return string(JSON.parse(literal));
  } catch {
    // An escape that JSON does not know.
    return literal.slice(1, -1);
  }
}
