import { beforeCommand } from '../plays/before-command.ts';
import { byServer } from '../plays/by-server.ts';
import { claude } from '../plays/hand-over.ts';
import { inProject } from '../plays/in-project.ts';
import { byHandScenarios } from './by-hand.ts';
import { clear, given, promptMode } from './clear.ts';
import { clineScenarios } from './cline.ts';
import { codexScenarios } from './codex.ts';
import { compact, compactUnsaved, compactUnsavedCodex } from './compact.ts';
import { secretScenarios } from './conversation-secrets.ts';
import { copilotScenarios } from './copilot.ts';
import { dialogueScenarios } from './dialogues.ts';
import { cdAway, secondRepository } from './elsewhere.ts';
import { failureScenarios } from './failures.ts';
import { firstMinutes } from './first-minutes.ts';
import { forkBesideOpen, forkScenarios, handOff, started } from './fork.ts';
import { geminiScenarios } from './gemini.ts';
import { kimiScenarios } from './kimi.ts';
import { largeClaude, largeCodex } from './large.ts';
import { branchFromMain, olderConversation, twoSessions } from './lines.ts';
import { manyTurns } from './many-turns.ts';
import { mcp, mcpPlugin } from './mcp.ts';
import { exit, killed, killedWorking } from './next-day.ts';
import { openCodeScenarios } from './opencode.ts';
import { page } from './page.ts';
import { piScenarios } from './pi.ts';
import { pluginAndSettings, pluginOnly, pluginValid } from './plugin.ts';
import { qwenScenarios } from './qwen.ts';
import { rewindScenarios } from './rewind.ts';
import { elsewhereScenarios } from './rewind-elsewhere.ts';
import { rewindSubagent } from './rewind-subagent.ts';
import { fiveTasks, interrupted, questions } from './sessions.ts';
import { settings } from './settings.ts';
import { claudeStatus } from './status-line.ts';
import { stillMe, stillMeWithoutHome } from './still-me.ts';
import { threshold } from './threshold.ts';
import { unsaved } from './unsaved.ts';

/** Every scenario by its name. */
export const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  'first-minutes': firstMinutes,
  clear,
  given,
  'prompt-mode': promptMode,
  compact,
  'compact-unsaved': compactUnsaved,
  'compact-unsaved-codex': compactUnsavedCodex,
  exit,
  killed,
  'killed-working': killedWorking,
  plugin: pluginOnly,
  'plugin-and-settings': pluginAndSettings,
  'plugin-valid': pluginValid,
  threshold,
  questions,
  'five-tasks': fiveTasks,
  interrupted,
  'claude-command': () => beforeCommand(claude),
  'claude-mcp': () => byServer(claude),
  'claude-project': () => inProject(claude),
  'claude-status': claudeStatus,
  ...codexScenarios,
  ...geminiScenarios,
  ...openCodeScenarios,
  ...clineScenarios,
  ...copilotScenarios,
  ...qwenScenarios,
  ...kimiScenarios,
  ...piScenarios,
  'large-claude': largeClaude,
  'large-codex': largeCodex,
  mcp,
  page,
  'mcp-plugin': mcpPlugin,
  settings,
  'cd-away': cdAway,
  'second-repository': secondRepository,
  'two-sessions': twoSessions,
  'older-conversation': olderConversation,
  'branch-from-main': branchFromMain,
  unsaved,
  ...failureScenarios,
  'many-turns': manyTurns,
  'still-me': stillMe,
  'still-me-without-home': stillMeWithoutHome,
  ...byHandScenarios,
  ...rewindScenarios,
  ...dialogueScenarios,
  ...elsewhereScenarios,
  'rewind-subagent': rewindSubagent,
  ...secretScenarios,
  ...forkScenarios,
  'fork-beside-open': forkBesideOpen,
  'rewind-start': started,
  handoff: handOff,
};

/** Those that time something, or that load the machine: they are played when no other is. */
export const alone: ReadonlySet<string> = new Set(['first-minutes', 'threshold', 'page']);
