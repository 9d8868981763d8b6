import type { Analysis } from '../core/note.ts';
import { type ChatMessage, callModel, type ModelOptions } from './call-model.ts';
import { combine } from './combine.ts';
import { correctionMessage, sessionMessage } from './prompt.ts';
import { checkAnswer } from './schema.ts';

interface EnrichRequest {
  /** The session in words, without secrets. */
  readonly digest: string;
  /** What was found without a model: the draft, and the result when the model fails. */
  readonly offline: Analysis;
  readonly options: ModelOptions;
}

export type EnrichOutcome =
  | { readonly kind: 'llm'; readonly analysis: Analysis }
  | { readonly kind: 'offline'; readonly analysis: Analysis; readonly why: string };

/** Lets a model write the note from the digest. Never throws for a reason that lies with the model or the network. */
export async function enrichAnalysis({ digest, offline, options }: EnrichRequest): Promise<EnrichOutcome> {
  const fallback = (why: string): EnrichOutcome => ({ kind: 'offline', analysis: offline, why });
  if (options.apiKey === undefined || options.apiKey === '') return fallback('no API key');
  const signal = AbortSignal.timeout(options.timeoutMs);
  const messages: ChatMessage[] = [{ role: 'user', content: sessionMessage(digest, offline) }];
  let error = '';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await callModel(messages, options, signal);
    if (answer.kind === 'failed') return fallback(answer.why);
    const checked = checkAnswer(answer.text);
    if (checked.kind === 'good') return { kind: 'llm', analysis: combine(offline, checked.fields) };
    error = checked.error;
    messages.push(
      { role: 'assistant', content: answer.text || '(nothing)' },
      { role: 'user', content: correctionMessage(error) },
    );
  }
  return fallback(`the answer could not be used: ${error}`);
}
