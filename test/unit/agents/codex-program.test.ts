import * as assert from 'uvu/assert';
import { readProgram } from '../../../src/agents/codex/program.ts';
import { describe } from '../../support/suite.ts';

const commands = (source: string) => readProgram(source).map(({ input }) => input['cmd']);

describe('a program of Codex', (it) => {
  it('names its commands, one by one and at once, in every kind of quotes', () => {
    const source = `const r = await tools.exec_command({"cmd":"say \\"a\\"","workdir":"/x"}); text(r.output);
      await Promise.all([tools.exec_command({ cmd: 'b\\nc' }), tools["exec_command"]({cmd: \`d \\\`e\\\` \${1}\`,})]);`;
    assert.equal(commands(source), ['say "a"', 'b\nc', 'd `e` 1']);
  });

  it('calls nothing in comments, texts and expressions', () => {
    const source = `// tools.exec_command({cmd:"a"})
      const note = "tools.exec_command({cmd:'b'})"; /* tools.exec_command({cmd:"c"}) */
      if (/tools.exec_command\\("/.test(note)) text(\`tools.exec_command({cmd:"d"})\`);
      typeof tools.exec_command; other.tools.exec_command({cmd:"e"});`;
    assert.equal(readProgram(source), []);
  });

  it('has commands from constants, joined texts and lists that it goes through', () => {
    const source = `const dir = "/srv/demo"
      const list = ["one", "two"]
      await tools.exec_command({cmd: "cd " + dir + " && ls"})
      await Promise.all(list.map(async (cmd) => tools.exec_command({cmd, workdir: dir})))
      for (const [name, cmd] of [["a", "three"], ["b", "four"]]) { text(name); await tools.exec_command({cmd}); }
      ["five"].forEach(({length}) => tools.exec_command({cmd: \`\${length} \${unknown}\`}))`;
    assert.equal(commands(source), ['cd /srv/demo && ls', 'one', 'two', 'three', 'four', `\${length} \${unknown}`]);
  });

  it('has the patch that it applies, also when lines are joined or nothing is escaped', () => {
    const [plain, joined, raw] = readProgram(`const patch = \`*** Begin Patch\n+a \\\${b}\n*** End Patch\`;
      await tools.apply_patch(patch);
      await tools.apply_patch(["*** Begin Patch", "*** End Patch"].join("\\n"));
      text(await tools.apply_patch(String.raw\`+\\n\`));`);
    assert.equal(
      [plain?.raw, joined?.raw, raw?.raw],
      [`*** Begin Patch\n+a \${b}\n*** End Patch`, '*** Begin Patch\n*** End Patch', '+\\n'],
    );
  });

  it('leaves open what only a run could tell', () => {
    assert.equal(
      readProgram('await tools.exec_command({cmd: choose(), yield_time_ms: -1, tty: true}); tools.a(...b);'),
      [
        { tool: 'exec_command', input: { cmd: undefined, yield_time_ms: -1, tty: true }, raw: '' },
        { tool: 'a', input: {}, raw: '' },
      ],
    );
  });

  it('may be no program at all, however long', () => {
    for (const piece of [
      '`${',
      '[{(',
      'tools.a({',
      'const a=',
      '"',
      '-',
      'for (const a of b',
      'x.map(',
      '/*',
      '\\u{1',
    ]) {
      assert.ok(readProgram(piece.repeat(20_000)).length <= 30, piece);
    }
  });
});
