import * as assert from 'uvu/assert';
import { lastChecks } from '../../../src/analysis/last-checks.ts';
import { missingPrograms } from '../../../src/analysis/missing-programs.ts';
import { openFailures } from '../../../src/analysis/open-failures.ts';
import { viewSession } from '../../../src/analysis/session-view.ts';
import type { ToolCall } from '../../../src/core/session.ts';
import { edited, ran, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

const view = (...calls: readonly ToolCall[]) => viewSession(sessionOf([turnOf('Go', ...calls, 'Well.')]));
const told = (...calls: readonly ToolCall[]) => missingPrograms(view(...calls)).map(({ text }) => text);
const lacks = (name: string, command: string) => ran(command, `/bin/bash: line 1: ${name}: command not found`, 127);

describe('a program that is not there', (it) => {
  it('is told, and no failed check', () => {
    const red = view(
      lacks('go', 'cd go && GOOS=linux go build ./...'),
      edited('a.go'),
      ran('git commit -m a'),
      ran('ls'),
    );
    assert.equal(
      missingPrograms(red).map(({ text }) => text),
      ['There is no `go` on this machine'],
    );
    assert.equal(lastChecks(red), []);
    assert.equal(openFailures(red), []);
    assert.equal(told(ran("python - <<'A'\nprint(1)\nA", 'zsh:1: command not found: python', 127)), [
      'There is no `python` on this machine',
    ]);
  });

  it('blocks while the agent has not gone on another way', () => {
    assert.is(openFailures(view(lacks('cargo', 'cargo test'))).length, 1);
  });

  it('is told with the way in which it runs', () => {
    assert.equal(told(lacks('cargo', 'cargo check'), ran('nix develop -c cargo check')), [
      'There is no `cargo` on this machine; `nix develop -c cargo check` went well',
    ]);
    assert.equal(told(lacks('python', 'python a.py'), ran('python3 a.py')), [
      'There is no `python` on this machine; `python3 a.py` went well',
    ]);
  });

  it('is not told where it was there later, is elsewhere or only looks', () => {
    assert.equal(told(lacks('jest', 'jest'), ran('jest')), []);
    assert.equal(told(lacks('go', 'docker exec web go version')), []);
    assert.equal(told(lacks('go', 'ssh host "go version"')), []);
    assert.equal(told(lacks('tree', 'tree src')), []);
    assert.equal(told(ran('npm test', 'shell: prints foo: command not found\n3 failed', 1)), []);
  });

  it('has no way that a line only tried', () => {
    const missing = ran('podman ps', 'zsh: command not found: podman', 127);
    const loop = 'for i in 1 2; do /opt/bin/podman info && echo up && break || echo waiting; done';
    assert.equal(told(missing, ran(loop, 'waiting\nwaiting')), ['There is no `podman` on this machine']);
    assert.equal(told(missing, ran('/opt/bin/podman info', 'up')).length, 1);
    assert.match(told(missing, ran('/opt/bin/podman info', 'up'))[0] ?? '', /went well$/);
  });
});
