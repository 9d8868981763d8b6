import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json } from './client.ts';

const KEY = 'sk-ant-e2e-not-a-key-00000000000000000000';

export const claudeCode: Client = {
  packages: ['@anthropic-ai/claude-code@2.1.325'],
  program: { below: 'node_modules/@anthropic-ai', name: 'claude' },
  prepare: ({ home, project }) =>
    put(
      join(home, '.claude.json'),
      json({
        hasCompletedOnboarding: true,
        lastOnboardingVersion: '2.1.325',
        theme: 'dark',
        numStartups: 5,
        autoUpdates: false,
        bypassPermissionsModeAccepted: true,
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: {
          [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] },
        },
      }),
    ),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Root may run tools without asking only in a sandbox, and this is one.
    IS_SANDBOX: '1',
  }),
};
