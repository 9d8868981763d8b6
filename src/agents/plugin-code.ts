import { OWN_FILE } from './command-texts.ts';

/** How long a plugin waits for a hook, in milliseconds. */
export const PLUGIN_LIMIT = 20_000;

/**
 * The beginning of a plugin: agents without hooks load a file of ours that hands their events to the hook command and says what that
 * answers. What is decided is decided there.
 */
export function pluginBeginning(agent: string, program: readonly string[]): string {
  return `// ${OWN_FILE}
import { spawn } from 'node:child_process';

const AGENT = ${JSON.stringify(agent)};
const PROGRAM = ${JSON.stringify(program)};
const HOOK_LIMIT_MS = ${PLUGIN_LIMIT};
${CALL_HOOK}`;
}

const CALL_HOOK = `
function callHook(payload) {
  return new Promise((resolve, reject) => {
    const [command, ...args] = [...PROGRAM, 'hook', AGENT];
    const child = spawn(command, args, { cwd: payload.cwd, stdio: ['pipe', 'pipe', 'ignore'], timeout: HOOK_LIMIT_MS });
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(printed.trim() || '{}'));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.on('error', () => {}); // The end of the process says more.
    child.stdin.end(JSON.stringify(payload));
  });
}
`;
