import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { list, object, string } from './raw-event.ts';
import type { Cut } from './transcript.ts';

/** Alternatives, each a list of words; a text matches when it holds all words of one of them. */
export type Words = readonly (readonly string[])[];

export interface Label {
  readonly says: string;
  readonly words: Words;
}

export type LabelKind = 'decisions' | 'superseded' | 'blockers' | 'rules' | 'next' | 'findings' | 'report';

/** What was true at one moment of a session, by hand; fixtures/labels/README.md has the rule. */
export interface Labels extends Readonly<Record<LabelKind, readonly Label[]>> {
  readonly transcript: string;
  readonly share: number;
  readonly headline: Words;
  /** The kinds that the labels are about; absent: all. */
  readonly only?: readonly string[];
}

export function isAbout({ only }: Labels, kind: string): boolean {
  return only?.includes(kind) ?? true;
}

/** The moments of a transcript that have labels. */
export function labelledShares(all: readonly Labels[], path: string): number[] {
  return all.filter(({ transcript }) => path.endsWith(`/${transcript}`)).map(({ share }) => share);
}

const DIRECTORY = join(import.meta.dirname, '../../fixtures/labels');

/** The labels of the project and those of another directory. */
export function readLabels(another?: string): Labels[] {
  return [DIRECTORY, ...(another === undefined ? [] : [another])].flatMap(labelsBelow);
}

function labelsBelow(directory: string): Labels[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => labelsIn(readFileSync(join(directory, name), 'utf8'), name));
}

export function labelsOf(all: readonly Labels[], { path, share }: Pick<Cut, 'path' | 'share'>): Labels | undefined {
  return all.find((labels) => labels.share === share && path.endsWith(`/${labels.transcript}`));
}

function labelsIn(text: string, name: string): Labels {
  const raw = object(parse(text));
  const entries = (kind: LabelKind): Label[] =>
    list(raw[kind]).map((entry) => {
      const label = { says: string(object(entry)['says']), words: wordsIn(object(entry)['words'], `${name}: ${kind}`) };
      if (label.says === '' || label.words.length === 0) throw new Error(`${name}: ${kind} has an empty label`);
      return label;
    });
  const labels = {
    transcript: string(raw['transcript']),
    share: Number(raw['share']),
    headline: wordsIn(raw['headline'], `${name}: headline`),
    decisions: entries('decisions'),
    superseded: entries('superseded'),
    blockers: entries('blockers'),
    rules: entries('rules'),
    next: entries('next'),
    findings: entries('findings'),
    report: entries('report'),
    ...(raw['only'] === undefined ? {} : { only: list(raw['only']).map(string) }),
  };
  if (labels.transcript === '' || !(labels.share > 0 && labels.share <= 1)) throw new Error(`${name}: names no cut`);
  return labels;
}

function wordsIn(value: unknown, place: string): Words {
  return list(value).map((alternative) => {
    const words = list(alternative).map(string);
    if (words.length === 0 || words.some((word) => word.trim() === '' || word !== word.toLowerCase()))
      throw new Error(`${place}: words are lower-case texts, in lists of lists: ${JSON.stringify(alternative)}`);
    return words;
  });
}
