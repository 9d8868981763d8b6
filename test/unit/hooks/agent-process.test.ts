import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { loadHooks } from '../../../src/agents/registry.ts';
import { findAgentProcess } from '../../../src/hooks/agent-process.ts';
import { thisProcess } from '../../../src/local/owner.ts';
import { describe } from '../../support/suite.ts';

const module = new URL('../../../src/hooks/agent-process.ts', import.meta.url).href;
const registry = new URL('../../../src/agents/registry.ts', import.meta.url).href;

describe('the process of the agent', (it) => {
  it('is the one that the agent tells', async () => {
    const told = findAgentProcess(await loadHooks('claude-code'), { env: { CLAUDE_PID: String(process.pid) } });
    assert.equal(told, thisProcess());
  });

  it('is the nearest ancestor that is neither a shell nor git, where it is not told', () => {
    const script = `
      const { findAgentProcess } = await import('${module}');
      const { loadHooks } = await import('${registry}');
      process.stdout.write(String(findAgentProcess(await loadHooks('claude-code'), { env: {} })?.pid));`;
    const hook = `'${process.execPath}' --import tsx --input-type=module -e "$SCRIPT"`;
    const run = spawnSync('sh', ['-c', `bash -c '${hook.replaceAll("'", `'"'"'`)}; true'; true`], {
      env: { ...process.env, SCRIPT: script },
      encoding: 'utf8',
    });
    assert.is(run.stdout, String(process.pid), run.stderr);
  });
});
