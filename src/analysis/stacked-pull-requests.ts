import { pushPart } from './pushes.ts';
import type { CallView } from './session-view.ts';

/** What programs that keep stacks of branches print of a pull request that they make or bring up to date. */
const CREATED = /\bCreated (?:draft )?(?:PR|MR|pull request) #(\d{1,7})(?: for (\S{1,100}))?/g;
const SUBMITTED =
  /^\s*(\S{1,100}): https:\/\/app\.graphite\.\w+\/github\/pr\/([\w.-]+\/[\w.-]+)\/(\d{1,7})\S* \((created|updated)\)/gm;

export interface StackedPullRequest {
  readonly number: string;
  readonly url: string;
  readonly branch: string;
  readonly isOpened: boolean;
}

export function stackedPullRequests({ call, failed }: CallView): StackedPullRequest[] {
  const { command = '', output = '', result } = call;
  if (failed || result !== 'ok' || pushPart(command) === undefined) return [];
  const created = [...output.matchAll(CREATED)].map(([, number = '', branch = '']) => {
    return { number, url: '', branch, isOpened: true };
  });
  const submitted = [...output.matchAll(SUBMITTED)].map(([, branch = '', place = '', number = '', how]) => {
    return { number, url: `https://github.com/${place}/pull/${number}`, branch, isOpened: how === 'created' };
  });
  return [...created, ...submitted];
}
