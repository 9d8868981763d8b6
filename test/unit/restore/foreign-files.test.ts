import * as assert from 'uvu/assert';
import { isConfigurationPath, scriptsDiffer } from '../../../src/restore/foreign-files.ts';
import { describe } from '../../support/suite.ts';

describe('isConfigurationPath', (it) => {
  it('knows what agents, editors, builds and git obey, at any depth', () => {
    const obeyed = [
      '.Claude/Settings.json',
      'claude.MD',
      'packages/one/opencode.json',
      '.claude/settings.json',
      'packages/web/.claude/agents/x.md',
      '.mcp.json',
      'CLAUDE.md',
      'docs/AGENTS.md',
      '.vscode/tasks.json',
      '.envrc',
      '.husky/pre-commit',
      '.githooks/post-checkout',
      '.github/workflows/ci.yml',
      '.gitlab-ci.yml',
      '.gitattributes',
      'Makefile',
      '.windsurf/rules.md',
      '.kiro/steering/x.md',
      '.roo/mcp.json',
      '.roo/rules/x.md',
      '.zed/settings.json',
      'tests/conftest.py',
      'crates/one/build.rs',
      '.mise.toml',
      'flake.nix',
      '.cargo/config.toml',
      'compose.yaml',
      'opencode.jsonc',
      'AGENTS.override.md',
      'QWEN.md',
      '.agents/skills/x/SKILL.md',
      '.lfsconfig',
      '.lefthook.yaml',
      'packages/web/vite.config.mts',
      'jest.config.js',
      '.eslintrc.cjs',
      'pyproject.toml',
      '.yarn/releases/yarn.cjs',
      'shop.code-workspace',
    ];
    for (const path of obeyed) assert.ok(isConfigurationPath(path), path);
  });

  it('lets code and prose be', () => {
    for (const path of [
      'src/claude.ts',
      'README.md',
      'agents.md.txt',
      'package.json',
      'vscode/x',
      'docs/makefile.md',
      'src/config.ts',
      'yarn.lock',
    ])
      assert.not.ok(isConfigurationPath(path), path);
  });
});

describe('scriptsDiffer', (it) => {
  const withScript = (test: string, version = '1') => JSON.stringify({ version, scripts: { test } });

  it('minds the scripts of a package.json and nothing else', () => {
    assert.ok(scriptsDiffer(withScript('a'), withScript('b')));
    assert.not.ok(scriptsDiffer(withScript('a', '1'), withScript('a', '2')));
    assert.ok(scriptsDiffer(undefined, withScript('a')));
    assert.not.ok(scriptsDiffer(undefined, '{}'));
  });

  it('takes what cannot be read for different', () => {
    assert.ok(scriptsDiffer('{', '{'));
  });
});
