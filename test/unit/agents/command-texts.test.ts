import * as assert from 'uvu/assert';
import { furtherTexts, markdownCommand, resumeText, saveText } from '../../../src/agents/command-texts.ts';
import { describe } from '../../support/suite.ts';

describe('the commands of agents', (it) => {
  it('allow nothing unasked that removes a checkpoint or changes the working tree', () => {
    for (const text of [saveText, resumeText, ...furtherTexts]) {
      const allowed = /^allowed-tools: (.*)$/m.exec(markdownCommand(text))?.[1] ?? '';
      const commands = [...allowed.matchAll(/Bash\(([^)]*)\)/g)].map(([, command]) => command);
      for (const command of commands)
        assert.match(command ?? '', /^git checkpoint (save|resume|list|keep|verify):\*$/, text.name);
    }
  });
});
