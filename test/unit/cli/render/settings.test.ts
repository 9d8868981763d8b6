import * as assert from 'uvu/assert';
import { renderSettingsPage } from '../../../../src/cli/render/settings.ts';
import { sizeText } from '../../../../src/core/size.ts';
import type { ShownSetting } from '../../../../src/repository/settings.ts';
import { fixedWorld } from '../../../support/fixed-world.ts';
import { describe } from '../../../support/suite.ts';

const setting = (key: string, value: ShownSetting['value'], origin: ShownSetting['origin']): ShownSetting => ({
  key,
  gitKey: '',
  value,
  origin,
  about: '',
  ofUser: false,
});
const byDefault = { layer: 'default', place: '' } as const;
const all = [
  setting('hooks.save_each_turn', false, { layer: 'git config', place: '.git/config' } as ShownSetting['origin']),
  setting('checkpoint.max_file_size', 1_048_576, byDefault),
  setting('sync.remote', '', byDefault),
  setting('engine', 'auto', byDefault),
];

const at = (columns: number) =>
  renderSettingsPage(all, fixedWorld('/repo', { color: 'never', stdout: { write: () => true, isTTY: true, columns } }));

describe('the page of settings', (it) => {
  it('is grouped, and says where what is not the default comes from', () => {
    assert.match(
      at(80),
      [
        'hooks',
        '  save_each_turn  false  (git config, .git/config)',
        'checkpoint',
        '  max_file_size   1m',
        'sync',
        '  remote          none',
        'other',
        '  engine          auto',
        '',
      ].join('\n'),
    );
  });

  it('puts values below their names on a narrow screen', () => {
    assert.match(at(36), 'hooks\n  save_each_turn\n    false  (git config, .git/config)\n');
  });

  it('writes a size as it is typed', () => {
    assert.equal([0, 512, 2048, 10_485_760, 1_500_000].map(sizeText), ['0', '512', '2k', '10m', '1500000']);
  });
});
