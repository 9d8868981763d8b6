import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json, MODEL } from './client.ts';

export const qwenCode: Client = {
  packages: ['@qwen-code/qwen-code@0.24.4'],
  program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  onNode22: true,
  prepare: ({ home }) =>
    put(
      join(home, '.qwen', 'settings.json'),
      json({
        // Without it, the client writes it into the file.
        $version: 4,
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        model: { name: MODEL },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        // Both ask the model beside the conversation, and would take the answers that are meant for it.
        ui: { enableFollowupSuggestions: false },
        memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
        // Off by itself.
        tools: { todoWrite: { enabled: true } },
      }),
    ),
  env: ({ url }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: MODEL,
    QWEN_CODE_NO_RELAUNCH: 'true',
  }),
};
