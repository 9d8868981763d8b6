import type { Oid } from '../core/checkpoint.ts';
import { Failure } from '../core/failure.ts';
import type { CheckpointNumber } from '../core/number.ts';
import { stripControls } from '../core/strip-controls.ts';
import type { GitEngine } from '../git/engine.ts';
import { appendLocalLines, readLocalLines } from '../local/local-lines.ts';
import type { SecretFinding } from './attribute-secrets.ts';

const MAX_NAMED = 20;

/** A push would contain secrets. Names checkpoint, file and line, never the secret. */
export class SecretsFound extends Failure {
  readonly findings: readonly SecretFinding[];

  constructor(findings: readonly SecretFinding[], local: (commit: Oid) => number) {
    const lines = findings
      .slice(0, MAX_NAMED)
      .map(
        ({ commit, path, line, kind }) => `checkpoint ${local(commit)}: ${stripControls(path)}, line ${line}: ${kind}`,
      );
    const more = findings.length > MAX_NAMED ? [`and ${findings.length - MAX_NAMED} more`] : [];
    const head = 'nothing was pushed: found secrets';
    super('no', [head, ...lines, ...more].join('\n'), { hint: hintFor(findings, local) });
    this.findings = findings;
  }
}

function hintFor(findings: readonly SecretFinding[], local: (commit: Oid) => number): string {
  const numbers = [...new Set(findings.map(({ commit }) => local(commit)))];
  const [first = 1] = numbers;
  const lines = [
    `\`git checkpoint redact ${first}\` removes them from the checkpoint, \`git checkpoint drop ${first}\` deletes it.`,
    `If it is a false positive, \`git checkpoint push --allow-secret ${first}\` allows it, on record.`,
  ];
  if (findings.some(({ where }) => where === 'history'))
    lines.unshift('Some are in unpushed commits below the checkpoint: rewrite those first.');
  return lines.join('\n');
}

/** Allows the findings in a checkpoint from now on, on record. */
export function allowSecrets(
  engine: GitEngine,
  allowed: readonly { readonly number: CheckpointNumber; readonly commit: Oid }[],
  time: Date,
): void {
  appendLocalLines(
    engine,
    'allowed-secrets',
    allowed.map(({ number, commit }) => `${commit} ${number} ${time.toISOString()}`),
  );
}

/** The findings that nobody allowed. */
export function notAllowed(engine: GitEngine, findings: readonly SecretFinding[]): SecretFinding[] {
  if (findings.length === 0) return [];
  const allowed = new Set(readLocalLines(engine, 'allowed-secrets').map((line) => line.split(' ')[0]));
  return findings.filter(({ commit }) => !allowed.has(commit));
}
