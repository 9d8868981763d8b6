import * as assert from 'uvu/assert';
import { inFlight } from '../../../src/analysis/in-flight.ts';
import { servers } from '../../../src/analysis/servers.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const started = (command: string, output = ''): ToolCall => ({ ...ran(command, output), result: 'open' });
const viewOf = (...calls: readonly ToolCall[]) => viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]));
const told = (...calls: readonly ToolCall[]) => servers(viewOf(...calls)).map(({ text }) => text);
const web = started('pnpm --filter shop dev', '  Local:   http://localhost:5199/');
const LEFT = 'Started in the background and not stopped: ';

describe('a server that was started in the background', (it) => {
  it('is told with its place as long as nothing stopped it', () => {
    assert.equal(told(web, ran('ls')), [`${LEFT}\`pnpm --filter shop dev\` (http://localhost:5199)`]);
    assert.equal(told({ ...web, result: 'interrupted' }), []);
    assert.equal(told(web, ran('lsof -ti:5199 | xargs kill')), []);
    assert.equal(told(web, ran('kill 4711 4712')), []);
    assert.equal(told(web, ran('pkill -f mailer')), [`${LEFT}\`pnpm --filter shop dev\` (http://localhost:5199)`]);
    assert.equal(told(started('PORT=4020 npm run dev'), started('PORT=4021 npm run dev')), [
      `${LEFT}\`PORT=4021 npm run dev\` (port 4021)`,
    ]);
  });

  it('is no command that somebody waits for', () => {
    assert.equal(inFlight(viewOf(web)), []);
    assert.equal(told(started('npm test'), started('cargo run --bin measure')), []);
  });

  it('may run beside the shell, which alone knows its jobs', () => {
    const beside = ran('cd api && go run mail.go &\nsleep 2', 'Server starting on :8099');
    assert.equal(told(beside, ran('kill %1 2>/dev/null')), [`${LEFT}\`go run mail.go\` (port 8099)`]);
    assert.equal(told(beside, ran('pkill -f mail.go')), []);
    assert.equal(told(ran('make &\nwait', 'compiled')), []);
  });
});
