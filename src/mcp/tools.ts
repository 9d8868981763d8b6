import type { Tool } from './tool.ts';
import { configureTool } from './tools/configure.ts';
import { diffTool } from './tools/diff.ts';
import { forkTool } from './tools/fork.ts';
import { getTool } from './tools/get.ts';
import { getConversationTool } from './tools/get-conversation.ts';
import { latestTool } from './tools/latest.ts';
import { listTool } from './tools/list.ts';
import { restoreTool } from './tools/restore.ts';
import { resumeTool } from './tools/resume.ts';
import { searchTool } from './tools/search.ts';
import { storeTool } from './tools/store.ts';
import { verifyTool } from './tools/verify.ts';

const own: readonly Tool[] = [
  storeTool,
  latestTool,
  getTool,
  getConversationTool,
  listTool,
  searchTool,
  diffTool,
  verifyTool,
  resumeTool,
  restoreTool,
  forkTool,
  configureTool,
];

/** Every tool, in the order that clients show, and the other names under which some are known. */
export const tools: readonly Tool[] = [
  ...own,
  alias('checkpoint_save', storeTool),
  alias('checkpoint_list', listTool),
  alias('checkpoint_resume', resumeTool),
];

function alias(name: string, tool: Tool): Tool {
  return { ...tool, name, description: `The same as ${tool.name}. ${tool.description}` };
}
