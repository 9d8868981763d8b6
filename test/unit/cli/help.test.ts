import * as assert from 'uvu/assert';
import { groupCommands } from '../../../src/cli/command-groups.ts';
import { loadAll } from '../../../src/cli/commands.ts';
import { renderCommandHelp } from '../../../src/cli/render/command-help.ts';
import { renderHelp } from '../../../src/cli/render/help.ts';
import { styleFor } from '../../../src/cli/render/style.ts';
import { textWidth } from '../../../src/core/text-width.ts';
import { fixedWorld } from '../../support/fixed-world.ts';
import { describe } from '../../support/suite.ts';

const world = fixedWorld('/repo');
const style = styleFor(world, world.stdout);
const all = await loadAll();

describe('help', (it) => {
  it('names every command once, in a group, and not the one for agents', () => {
    const groups = groupCommands(all);
    const names = groups.flatMap(({ commands }) => commands.map(({ name }) => name));
    assert.equal(
      names.toSorted(),
      all
        .filter(({ internal }) => !internal)
        .map(({ name }) => name)
        .toSorted(),
    );
    assert.not.ok(groups.some(({ title }) => title === 'Other'));
    assert.not.match(renderHelp(all, 80, style), /\bhook\b {2}/);
  });

  it('gives each command one line of 80 columns, and no line is wider than the screen', () => {
    const help = renderHelp(all, 80, style).split('\n');
    for (const { name, about } of groupCommands(all).flatMap(({ commands }) => commands))
      assert.ok(
        help.some((line) => line.startsWith(`  ${name} `) && line.endsWith(about)),
        name,
      );
    for (const width of [40, 80, 200])
      for (const line of renderHelp(all, width, style).split('\n'))
        assert.ok(textWidth(line) <= width || /^(?: {2}git|Usage: git) checkpoint/.test(line), line);
  });

  it('of a command shows its arguments and options as they are typed, within the screen', () => {
    const help = (name: string, width: number) =>
      renderCommandHelp(all.find((one) => one.name === name) as (typeof all)[number], width, style);
    assert.match(help('show', 80), /^Usage: git checkpoint show \[ID\] \[options\] \[-- PATH\]\n/);
    assert.match(help('show', 80), '\nArguments\n  [ID]  Checkpoint (default: latest)\n');
    assert.match(help('save', 80), '\n  -m, --message SUMMARY   The summary;');
    assert.match(help('save', 80), '\n      --json[=FIELDS]     Print JSON');
    for (const { name } of all)
      for (const width of [40, 80, 200])
        for (const line of help(name, width).split('\n')) assert.ok(textWidth(line) <= width, `${width}: ${line}`);
  });
});
