import * as assert from 'uvu/assert';
import type { Command, ParsedWords } from '../../../src/cli/command.ts';
import { loadAll } from '../../../src/cli/commands.ts';
import { parseArguments } from '../../../src/cli/parse-arguments.ts';
import { parseHot } from '../../../src/cli/parse-hot.ts';
import { parseWithYargs } from '../../../src/cli/parse-with-yargs.ts';
import { Failure } from '../../../src/core/failure.ts';
import { Random } from '../../support/random.ts';
import { describe } from '../../support/suite.ts';

const LISTS = 100;
const odd = [
  '',
  '-',
  'true',
  'false',
  '0',
  '-5',
  '-.5',
  '1e3',
  'a b',
  "'q'",
  '--nothing',
  '--nothing=1',
  '-z',
  '---',
  '--no-json',
  '__proto__',
  '--__proto__',
  '--constructor',
  'a.b',
  '--a.b',
  '--maxSize',
  '--=x',
  '-=',
  '-é',
  '--json.x=1',
];

/** One word, or an option with its value, near what the command takes. */
function words(command: Command, random: Random): string[] {
  if (command.options.length === 0 || random.chance(0.35)) return [random.pick([...odd, 'latest', '12', 'src/a.ts'])];
  const { name, short = name } = random.pick(command.options);
  const value = random.pick([...odd, 'text', '7', '1/2']);
  const dash = short.length === 1 ? '-' : '--';
  return random.pick([
    [`--${name}`],
    [`--${name}`, value],
    [`--${name}=${value}`],
    [`${dash}${short}`],
    [`${dash}${short}`, value],
    [`${dash}${short}${value}`],
    [`--${name.slice(0, -1)}`],
  ]);
}

async function told(parse: () => ParsedWords | Promise<ParsedWords>): Promise<unknown> {
  try {
    const { values, positionals } = await parse();
    return { values: Object.fromEntries(values), positionals };
  } catch (error) {
    if (error instanceof Failure) return error.kind;
    throw error;
  }
}

describe('both parsers', (it) => {
  it('answer alike, whatever is asked of any command', async () => {
    const random = new Random(4711);
    let [parsed, refused] = [0, 0];
    for (const command of await loadAll()) {
      for (let list = 0; list < LISTS; list += 1) {
        const argv = Array.from({ length: random.below(5) }, () => words(command, random)).flat();
        const [hot, other] = [
          await told(() => parseHot(command, argv)),
          await told(() => parseWithYargs(command, argv)),
        ];
        assert.equal(hot, other, `${command.name} ${JSON.stringify(argv)}`);
        if (hot === 'usage') refused += 1;
        else parsed += 1;
      }
    }
    assert.ok(parsed > 600 && refused > 600, `${parsed} parsed, ${refused} refused`);
  });

  const wrong = async (name: string, ...argv: string[]) => {
    const command = (await loadAll()).find((one) => one.name === name);
    if (command === undefined) throw new Error(`no command ${name}`);
    return parseArguments(command, argv).then(
      () => 'parsed',
      (error: Failure) => error.message,
    );
  };

  for (const name of ['list', 'grep']) {
    it(`say alike what is wrong, as git does: ${name}`, async () => {
      const argument = name === 'list' ? [] : ['word'];
      assert.is(await wrong(name, ...argument, '--x'), "unknown option '--x'");
      assert.is(await wrong(name, ...argument, '-x'), "unknown option '-x'");
      assert.is(await wrong(name, ...argument, '--limit'), "option '--limit' needs a value");
      assert.is(await wrong(name, ...argument, '-n', '--json'), "option '--limit' needs a value");
      assert.is(await wrong(name, ...argument, '--json=yes'), 'parsed');
      assert.is(await wrong(name === 'list' ? 'status' : name, ...argument, 'extra'), "unexpected argument 'extra'");
      assert.is(await wrong(name, ...argument, '-n5'), 'parsed');
    });
  }

  it('name the argument that is missing', async () => {
    assert.is(await wrong('grep'), 'missing argument PATTERN');
    assert.is(await wrong('hook'), 'missing argument AGENT');
  });
});
