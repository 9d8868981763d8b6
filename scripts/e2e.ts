/**
 * Plays whole sessions with the real clients, installed from the registry into a folder for temporary files, against a scripted model on
 * this machine, and checks what reached the model. Arguments are names of
 * scenarios or of agents. What cannot be played is skipped and said so.
 */

import { addResult } from './e2e/results.ts';
import { byHandScenarios } from './e2e/scenarios/by-hand.ts';
import { clear, given, promptMode } from './e2e/scenarios/clear.ts';
import { clineScenarios } from './e2e/scenarios/cline.ts';
import { compact, compactUnsaved, compactUnsavedCodex } from './e2e/scenarios/compact.ts';
import { secretScenarios } from './e2e/scenarios/conversation-secrets.ts';
import { copilotScenarios } from './e2e/scenarios/copilot.ts';
import { dialogueScenarios } from './e2e/scenarios/dialogues.ts';
import { cdAway, secondRepository } from './e2e/scenarios/elsewhere.ts';
import { failureScenarios } from './e2e/scenarios/failures.ts';
import { firstMinutes } from './e2e/scenarios/first-minutes.ts';
import { forkBesideOpen, forkScenarios, handOff, started } from './e2e/scenarios/fork.ts';
import { kimiScenarios } from './e2e/scenarios/kimi.ts';
import { largeClaude, largeCodex } from './e2e/scenarios/large.ts';
import { branchFromMain, olderConversation, twoSessions } from './e2e/scenarios/lines.ts';
import { manyTurns } from './e2e/scenarios/many-turns.ts';
import { mcp, mcpPlugin } from './e2e/scenarios/mcp.ts';
import { exit, killed, killedWorking } from './e2e/scenarios/next-day.ts';
import { openCodeScenarios } from './e2e/scenarios/opencode.ts';
import { codex, commandScenarios, gemini, handOver } from './e2e/scenarios/other-agents.ts';
import { page } from './e2e/scenarios/page.ts';
import { piScenarios } from './e2e/scenarios/pi.ts';
import { pluginAndSettings, pluginOnly, pluginValid } from './e2e/scenarios/plugin.ts';
import { qwenScenarios } from './e2e/scenarios/qwen.ts';
import { rewindScenarios } from './e2e/scenarios/rewind.ts';
import { elsewhereScenarios } from './e2e/scenarios/rewind-elsewhere.ts';
import { rewindSubagent } from './e2e/scenarios/rewind-subagent.ts';
import { fiveTasks, interrupted, questions } from './e2e/scenarios/sessions.ts';
import { settings } from './e2e/scenarios/settings.ts';
import { stillMe, stillMeWithoutHome } from './e2e/scenarios/still-me.ts';
import { threshold } from './e2e/scenarios/threshold.ts';
import { unsaved } from './e2e/scenarios/unsaved.ts';
import { Skipped } from './e2e/stage.ts';

const scenarios: Readonly<Record<string, () => Promise<void>>> = {
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
  codex,
  gemini,
  ...commandScenarios,
  ...openCodeScenarios,
  ...clineScenarios,
  ...copilotScenarios,
  ...qwenScenarios,
  ...kimiScenarios,
  ...piScenarios,
  'hand-over': handOver,
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

const wanted = process.argv.slice(2);
/** A name is that of a scenario, or of an agent, whose scenarios begin with it. */
const isMeant = (name: string, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = wanted.filter((word) => !Object.keys(scenarios).some((name) => isMeant(name, word)));
if (unknown.length > 0) {
  process.stdout.write(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}\n`);
  process.exit(2);
}
let failed = 0;
let skipped = 0;
for (const [name, play] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.some((word) => isMeant(name, word))) continue;
  process.stdout.write(`---- ${name}\n`);
  try {
    await play();
    process.stdout.write(`ok   ${name}\n`);
    addResult(name, 'ok');
  } catch (error) {
    if (error instanceof Skipped) skipped += 1;
    else failed += 1;
    addResult(name, error instanceof Skipped ? 'skipped' : 'failed');
    const words = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${error instanceof Skipped ? 'SKIP' : 'FAIL'} ${name}: ${words}\n`);
  }
}
process.stdout.write(`${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
