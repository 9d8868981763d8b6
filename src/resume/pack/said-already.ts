import type { Analysis } from '../../core/note.ts';
import { wordsOfExchange } from './exchange-item.ts';
import { linesOf } from './field-lines.ts';
import type { PackLimits } from './pack-input.ts';

/** Whether another part of the pack says what an entry of a field does. */
export function saidAlready(
  analysis: Analysis,
  limits: PackLimits,
  shown = '',
): (field: string, entry: string) => boolean {
  const said = [
    wordsOfExchange(analysis, limits),
    shown,
    ...linesOf(analysis, 'decisions'),
    ...linesOf(analysis, 'next_actions'),
  ].join('\n');
  const [task, turns] = [lettersOf(analysis.current_task), turnsTold(analysis)];
  return (field, entry) => {
    if (field === 'findings') return isIn(said, entry);
    if (field === 'decisions') return isMostOf(task, lettersOf(entry));
    return field === 'play_by_play' && turns.has(Number(/^Turn (\d+)\b/.exec(entry)?.[1]));
  };
}

/** In a long task, what was decided is easily passed by. */
function isMostOf(task: string, entry: string): boolean {
  return entry !== '' && task.includes(entry) && entry.length >= task.length * MOST;
}

const MOST = 0.4;

/** How long ago it was found, who found it. */
const MARK = /(?: \((?:a turn ago|\d+ turns ago|subagent[^()]*)\))+$/;

/** Whether every sentence of an entry stands in a text: between two of them, the text may say more. */
export function isIn(text: string, entry: string): boolean {
  const letters = lettersOf(text);
  const sentences = entry
    .replace(MARK, '')
    .split(/(?<=[.!?。])\s+/)
    .map(lettersOf);
  return sentences.every((sentence) => letters.includes(sentence)) && sentences.some((sentence) => sentence !== '');
}

/** The turns of which the exchange has what was asked and what was answered. */
function turnsTold({ last_exchange, evidence = {} }: Analysis): Set<number> {
  const turnsOf = (by: 'user' | 'agent') =>
    last_exchange.flatMap((_, at) => {
      const from = evidence[`last_exchange.${at}`];
      return from?.by === by && !from.earlier && from.turn !== undefined ? [from.turn] : [];
    });
  const answered = new Set(turnsOf('agent'));
  return new Set(turnsOf('user').filter((turn) => answered.has(turn)));
}

/** What is left of a text when its marks, spaces and cuts do not count. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
