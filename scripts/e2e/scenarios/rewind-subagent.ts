import { expect } from '../expect.ts';
import { onStage, type Stage } from '../stage.ts';
import { codexTalk, play, savedWith } from './rewind.ts';
import { expectQuiet } from './work.ts';

const agentTool = (name: string, input: Record<string, unknown>) => ({ name, input, namespace: 'multi_agent_v1' });

/** The last thing that a tool answered to the model. */
function answered(stage: Stage): string {
  return stage.model.requests.at(-1)?.text ?? '';
}

/** A subagent of Codex comes along: the new session can ask its copy, and the first one is not asked. */
export function rewindSubagent(): Promise<void> {
  return onStage(async (stage) => {
    stage.checkpoint('install', 'codex');
    stage.model.say(
      { text: 'I ask a helper.', tools: [agentTool('spawn_agent', { message: 'HELPER-TASK' })] },
      codexTalk.write(stage, 'turn-1.txt', 'content 1\n'),
    );
    await play(stage, codexTalk, { prompt: 'PROMPT-1', session: undefined });
    const number = await savedWith(stage, 'turn-1.txt');
    const first = /"agent_id":"([0-9a-f-]{36})"/.exec(answered(stage))?.[1] ?? '';
    const outcome = JSON.parse(stage.checkpoint('rewind', number, '--conversation', '--json'));
    await play(stage, codexTalk, { prompt: 'PROMPT-2', session: outcome.session.id });
    const copy = /"agent_id":"([0-9a-f-]{36})"/.exec(answered(stage))?.[1] ?? '';
    expect('the model read of another subagent than the first', copy !== '' && copy !== first, `${first} ${copy}`);
    stage.model.say({ text: 'I ask it again.', tools: [agentTool('resume_agent', { id: copy })] }, { text: 'ASKED' });
    await play(stage, codexTalk, { prompt: 'PROMPT-3', session: outcome.session.id });
    const said = stage.model.requests.at(-1)?.last ?? '';
    expect('the copy can be asked', /"status":/.test(said) && !/not found|failed to/i.test(said), said);
    expectQuiet(stage);
  });
}
