import { count } from './count.ts';
import type { Step, ToolCall, Turn } from './session.ts';
import { stripControls } from './strip-controls.ts';

const MAX_OUTPUT_LINES = 6;

/** A conversation as a Markdown document: each turn with its prompt, what the agent said, and its tool calls in a line each. */
export function conversationMarkdown(turns: readonly Turn[], earlier: number): string {
  const left = earlier === 0 ? '' : `(${count(earlier, 'earlier turn')} left out)\n\n`;
  return left + turns.map((turn, at) => renderTurn(turn, earlier + at + 1)).join('\n');
}

function renderTurn({ prompt, time, steps, outcome, error }: Turn, number: number): string {
  const ended = outcome === 'done' ? '' : `\n*${outcome}${error === undefined ? '' : `: ${stripControls(error)}`}*\n`;
  const heading = `## Turn ${number}${time === undefined ? '' : ` - ${time}`}`;
  return `${heading}\n\n${quote(prompt)}${steps.map(renderStep).join('')}${ended}`;
}

function quote(text: string): string {
  return `${stripControls(text).replace(/^/gm, '> ').trimEnd()}\n`;
}

function renderStep(step: Step): string {
  return step.kind === 'text' ? `\n${stripControls(step.text).trim()}\n` : `\n${renderCall(step.call)}`;
}

/** The output of a call is folded to its first lines, and told only where the call did not go well. */
function renderCall({ tool, command, paths, result, exitCode, output }: ToolCall): string {
  const about = command ?? paths.join(' ');
  const ended = exitCode === undefined || exitCode === 0 ? result : `exit ${exitCode}`;
  const line = stripControls(`- ${tool}: ${about.split('\n')[0] ?? ''} (${ended})\n`);
  if (output === undefined || result === 'ok') return line;
  const lines = stripControls(output).trim().split('\n');
  const more = lines.length > MAX_OUTPUT_LINES ? `    … ${count(lines.length - MAX_OUTPUT_LINES, 'more line')}\n` : '';
  return `${line}${lines
    .slice(0, MAX_OUTPUT_LINES)
    .map((text) => `    ${text}\n`)
    .join('')}${more}`;
}
