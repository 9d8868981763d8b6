import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { put } from '../put.ts';
import { type Client, json, MODEL } from './client.ts';

export const cline: Client = {
  // Plugins run in a process that needs the other two.
  packages: ['@cline/cli-linux-x64@3.0.65', '@cline/shared@0.0.86', 'jiti@2.7.0'],
  program: 'node_modules/@cline/cli-linux-x64/bin/cline',
  prepare: ({ home, url }) => {
    const settings = { provider: 'openai-compatible', apiKey: 'none', model: MODEL, baseUrl: `${url}/v1` };
    const provider = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' };
    put(
      join(home, '.cline', 'data', 'settings', 'providers.json'),
      json({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: { 'openai-compatible': provider },
      }),
    );
  },
  env: () => ({ CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' }),
  endDaemon: (project) => {
    for (const pid of daemonsOf(project)) process.kill(pid);
  },
};

function daemonsOf(project: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((pid) => {
    const words = commandOf(pid);
    return words.includes('--cline-hub-daemon') && words.includes(project);
  });
}

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
