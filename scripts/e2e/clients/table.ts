import { claudeCode } from './claude-code.ts';
import type { Client } from './client.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { kimiCode } from './kimi-code.ts';
import { kilo, openCode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

/** Every client that scenarios are played with. */
export const clients = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode: openCode,
  kilo,
  'copilot-cli': copilotCli,
  'qwen-code': qwenCode,
  pi,
  'kimi-code': kimiCode,
  cline,
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof clients;
