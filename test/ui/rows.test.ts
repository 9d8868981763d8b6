import * as assert from 'uvu/assert';
import type { FailureJson, TimelineJson } from '../../src/ui/api.ts';
import { withServer } from '../support/browser.ts';
import { checkpoint } from '../support/run-main.ts';
import { describe } from '../support/suite.ts';
import { fillRepository } from '../support/ui-repository.ts';
import { withRepo } from '../support/with-repo.ts';

/** Asks the server as its page does. */
async function ask(url: string, path: string): Promise<Response> {
  const { origin, searchParams } = new URL(url);
  return fetch(`${origin}${path}`, { headers: { 'git-checkpoint-token': searchParams.get('token') ?? '' } });
}

async function partsOf(url: string, path: string): Promise<(TimelineJson & Partial<FailureJson>)[]> {
  const text = await (await ask(url, path)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the rows of the page', (it) => {
  it('come in one answer, the same as page by page, and the last part says that it is the last', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      for (let at = 0; at < 70; at += 1) {
        repo.write('more.txt', `${at}\n`);
        await checkpoint(repo, 'save', '-m', `More ${at}`);
      }
      await withServer(repo, async ({ url }) => {
        const paged = [];
        for (let before: number | undefined, more = true; more; more = before !== undefined) {
          const from = before === undefined ? '' : `&before=${before}`;
          const page = (await (await ask(url, `/api/timeline?limit=20${from}`)).json()) as TimelineJson;
          paged.push(...page.rows);
          before = page.before;
        }
        const parts = await partsOf(url, '/api/timeline/all');
        assert.ok(parts.length > 2, 'it comes in parts');
        assert.equal(
          parts.flatMap(({ rows }) => rows),
          paged,
        );
        assert.equal(parts.at(-1), { rows: [] });
        assert.equal(
          parts.slice(0, -1).map(({ before }) => before),
          parts.slice(0, -1).map(({ rows }) => rows.at(-1)?.number),
        );
        const [first, ...rest] = await partsOf(url, '/api/timeline/all?before=4');
        assert.equal([first?.rows.map(({ number }) => number), rest], [[3, 2, 1], [{ rows: [] }]]);
        const touched = await partsOf(url, '/api/timeline/all?path=docs');
        assert.equal(
          touched.flatMap(({ rows }) => rows.map(({ number }) => number)),
          [6, 4],
        );
      });
    }));

  it('tell intent, turn and tests without the larger part of the notes', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, async ({ url }) => {
        const { rows } = (await (await ask(url, '/api/timeline')).json()) as TimelineJson;
        assert.ok(
          rows.some(({ intent, turn }) => intent !== undefined && turn !== undefined),
          JSON.stringify(rows),
        );
      });
    }));

  it('say in their place what went wrong', () =>
    withRepo(async (repo) => {
      await fillRepository(repo);
      await withServer(repo, async ({ url }) => {
        repo.git('config', 'extensions.unknown', 'true');
        repo.git('config', 'core.repositoryFormatVersion', '1');
        const answer = await ask(url, '/api/timeline/all');
        assert.is(answer.status, 500);
        assert.match(((await answer.json()) as FailureJson).error.message, 'unknown');
      });
    }));
});
