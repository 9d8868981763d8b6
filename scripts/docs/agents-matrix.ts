import { agentTitle } from '../../src/core/agent-title.ts';
import type { Results } from '../e2e/results.ts';

const columns = {
  turn: 'saves: turn',
  end: 'end',
  compaction: 'before compaction',
  command: 'before destruction',
  start: 'resumes: start',
  clear: 'after clear',
  compacted: 'after compaction',
  killed: 'after kill -9',
  rewind: 'rewind',
  handoff: 'handoff',
  commands: 'commands',
  mcp: 'MCP',
  project: 'project scope',
  status: 'status line',
} as const;

type Column = keyof typeof columns;

/** Whole, in part or not at all, and the scenario that shows it; what is not whole has a reason. */
type Cell = readonly ['Y', string] | readonly ['P' | 'N', string, string];

type Row = Readonly<Partial<Record<Column, Cell>>>;

/** What the scenarios that all agents share show. */
function shared(part: string, without: readonly Column[] = []): Row {
  const row: Record<string, Cell> = {
    turn: ['Y', part],
    start: ['Y', part],
    command: ['Y', `${part}-command`],
    handoff: ['Y', `${part}-handoff`],
    end: ['Y', `${part}-exit`],
    clear: ['Y', `${part}-clear`],
    compaction: ['Y', `${part}-compact`],
    compacted: ['Y', `${part}-compact`],
    killed: ['Y', `${part}-killed`],
    rewind: ['Y', `${part}-rewind`],
    commands: ['Y', `${part}-slash`],
    mcp: ['Y', `${part}-mcp`],
    project: ['Y', `${part}-project`],
  };
  return Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column as Column)));
}

const rows: Readonly<Record<string, Row>> = {
  'claude-code': {
    turn: ['Y', 'clear'],
    end: ['Y', 'exit'],
    compaction: ['Y', 'compact'],
    command: ['Y', 'claude-command'],
    start: ['Y', 'exit'],
    clear: ['Y', 'clear'],
    compacted: ['Y', 'compact'],
    killed: ['Y', 'killed'],
    rewind: ['Y', 'rewind-claude'],
    handoff: ['Y', 'handoff'],
    commands: ['Y', 'dialogue-resume-command'],
    mcp: ['Y', 'claude-mcp'],
    project: ['Y', 'claude-project'],
    status: ['Y', 'claude-status'],
  },
  codex: { ...shared('codex'), rewind: ['Y', 'rewind-codex'] },
  'gemini-cli': {
    ...shared('gemini'),
    compacted: [
      'P',
      'gemini-compact',
      'with the next prompt after /compress; what it compacts by itself nobody is told of',
    ],
    rewind: ['Y', 'rewind-gemini'],
  },
  opencode: shared('opencode'),
  kilo: shared('kilo'),
  'copilot-cli': {
    ...shared('copilot'),
    compacted: ['Y', 'copilot-compact-within'],
  },
  'qwen-code': {
    ...shared('qwen'),
    end: ['P', 'qwen-exit', 'on a terminal only; without one it sends no end'],
  },
  pi: shared('pi'),
  cline: {
    ...shared('cline'),
    compaction: ['N', 'cline-compact', 'it tells nobody beforehand; the end of the turn saves'],
    end: ['P', 'cline-exit', 'the next session saves what is left, for no end is told'],
  },
  'kimi-code': {
    ...shared('kimi', ['project']),
    end: ['P', 'kimi-exit', 'on a terminal only; without one it sends no end'],
    compacted: ['P', 'kimi-compact', 'with the next prompt; while it works, nothing can be said to it'],
  },
};

/** Whether a cell stands on the scenario. */
export function isInMatrix(scenario: string): boolean {
  return Object.values(rows).some((row) => Object.values(row).some(([, named]) => named === scenario));
}

const BEGIN = '<!-- the table: written by `npm run docs` from agents.results.json -->';
const END = '<!-- end of the table -->';

/** The document with the table that the results give. */
export function withAgents(document: string, results: Results): string {
  return withTable(document, tableOf(results));
}

/** The short form for the README: the letters alone. */
export function withAgentsInShort(document: string, results: Results): string {
  const keys: readonly Column[] = ['turn', 'compaction', 'command', 'start', 'clear', 'compacted', 'rewind', 'handoff'];
  const lines = Object.entries(rows).map(([agent, row]) =>
    line([agentTitle(agent), ...keys.map((key) => cellText(row[key], results).charAt(0))]),
  );
  return withTable(document, [...headOf(keys), ...lines, ''].join('\n'));
}

function withTable(document: string, table: string): string {
  const [before = '', rest = ''] = document.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  return `${before}${BEGIN}\n\n${table}\n${END}${after}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function headOf(keys: readonly Column[]): string[] {
  return [line(['', ...keys.map((key) => columns[key])]), line(['', ...keys].map(() => '---'))];
}

function tableOf(results: Results): string {
  const keys = Object.keys(columns) as Column[];
  const lines = Object.entries(rows).map(([agent, row]) =>
    line([agentTitle(agent), ...keys.map((key) => cellText(row[key], results))]),
  );
  const notes = Object.entries(rows).flatMap(([agent, row]) =>
    keys.flatMap((key) => {
      const [, , why] = row[key] ?? [];
      return why !== undefined ? [`- ${agentTitle(agent)}, ${columns[key].replace(/^.*: /, '')}: ${why}.`] : [];
    }),
  );
  return [...headOf(keys), ...lines, '', 'Why not whole:', '', ...notes, ''].join('\n');
}

/** A claim holds when its scenario was played and went well. */
function cellText(cell: Cell | undefined, results: Results): string {
  if (cell === undefined) return 'N';
  const [grade, scenario] = cell;
  return results[scenario] === 'ok' ? `${grade} \`${scenario}\`` : `? \`${scenario}\``;
}
