import * as assert from 'uvu/assert';
import { findLastExchange } from '../../../src/analysis/last-exchange.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const asked = (tool: string, description: string, output: string): ToolCall => ({
  tool,
  action: 'search',
  paths: [],
  result: 'ok',
  description,
  output,
});
const fetched = (url: string, output: string) => asked('WebFetch', url, output);
const told = (...steps: readonly (string | ToolCall)[]) => {
  const turn = { ...turnOf('Add the harbour call', ...steps), outcome: 'open' as const };
  return findLastExchange(viewSession(sessionOf([turn])), { count: 16 }).map(({ text }) => text);
};

describe('what the web answered in a turn without an end', (it) => {
  const docs = fetched(
    'https://docs.example.com/berths',
    '# Berths\n\nA berth is made with `POST /v2/berths`.\n\n## Fields\n- `length`: metres\n- `depth`: metres\n\n## Commands\n- `dock berths list`\n- `dock berths get`\n\n```python\nimport dock\n\ndock.make(\n    length=3,\n)\n```',
  );
  const words = [
    'WebFetch https://docs.example.com/berths answered:',
    'A berth is made with `POST /v2/berths`.',
    'Fields: `length`: metres; `depth`: metres',
    'Commands: `dock berths`: list, get',
    'dock.make( length=3, )',
  ].join('\n');

  it('is told in few lines, until the agent edits or says much', () => {
    assert.equal(told('I look it up.', docs), ['Add the harbour call', 'I look it up.', words]);
    assert.ok(told('I look it up.', docs, ran('ls'), 'Now the tests:').includes(words));
    assert.not(told('I look it up.', docs, edited('src/berths.ts')).includes(words));
    assert.not(told('I look it up.', docs, `The call is known. ${'It takes metres. '.repeat(20)}`).includes(words));
  });

  it('is told with less room the older it is', () => {
    const long = (name: string) =>
      fetched(`https://docs.example.com/${name}`, `The field ${name} is a number of metres. `.repeat(60));
    const [, , first, second] = told('I look it up.', long('one'), long('two'));
    assert.ok((first ?? '').length < 900 && (second ?? '').length > 1500, 'the newest has most room');
    assert.ok((second ?? '').length < 2000);
  });

  it('is told of a search with its links, and without the words of the client', () => {
    const links = 'Links: [{"title":"Berths","url":"https://docs.example.com/berths"}]';
    const output = `Web search results for query: "berths"\n\n${links}\n\nBerths need the scope write.\n\nREMINDER: You MUST cite.`;
    const [, , found] = told('I look it up.', asked('WebSearch', 'make a berth', output));
    assert.is(
      found,
      'WebSearch “make a berth” answered:\nBerths need the scope write.\nLinks: Berths https://docs.example.com/berths',
    );
  });

  it('is one line for all pages of a host that had nothing', () => {
    const empty = (path: string) =>
      fetched(
        `https://docs.example.com/${path}`,
        'I cannot extract the schema from the provided content. The page does not contain it.\n\n1. Visit the site',
      );
    assert.equal(told('I look it up.', empty('a'), 'Again.', empty('b')).slice(-1), [
      'Found nothing: WebFetch https://docs.example.com/a, WebFetch https://docs.example.com/b (“I cannot extract the schema from the provided content.”)',
    ]);
    const partial = 'I cannot provide the whole file, but here is what it does not contain: tests.';
    assert.ok(told('I look it up.', fetched('https://docs.example.com/c', partial)).at(-1)?.includes('answered:'));
  });
});
