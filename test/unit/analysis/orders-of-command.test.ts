import * as assert from 'uvu/assert';
import { findLastExchange } from '../../../src/analysis/last-exchange.ts';
import { ordersOf } from '../../../src/analysis/orders-of-command.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const body =
  '# lamps\n\nLamps are nice. Ask about them, one at a time.\n\n### /lamps hang\n\n1. Fetch a ladder\n2. Hang the lamp\n\nNever hang two.\n\n### /lamps clean\n\n1. Wipe it\n';

describe('what a command orders', (it) => {
  it('is what it demands and forbids', () => {
    assert.equal(ordersOf(body, '/lamps'), ['- Ask about them, one at a time.', '- Never hang two.']);
  });

  it('is the steps of the part that was asked for', () => {
    assert.equal(ordersOf(body, '/lamps hang'), ['1. Fetch a ladder', '2. Hang the lamp', '- Never hang two.']);
    assert.equal(ordersOf(body, '/house:lamps clean now'), ['1. Wipe it']);
  });

  it('is told with the newest prompt alone', () => {
    const asked = { ...turnOf('/lamps clean', ran('ls'), 'Clean now.'), orders: body };
    const told = (...turns: Parameters<typeof sessionOf>[0]) =>
      findLastExchange(viewSession(sessionOf(turns)), { count: 40 })
        .map(({ text }) => text)
        .join('\n');
    assert.match(told(asked), /^\/lamps clean\nThe command orders:\n1\. Wipe it$/m);
    assert.not.match(told(asked, turnOf('go home', 'Gone.')), /Wipe/);
  });
});
