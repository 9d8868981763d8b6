import * as assert from 'uvu/assert';
import { hideIdentity, isPlaceMark, placeMark } from '../../../src/core/machine-identity.ts';
import { describe } from '../../support/suite.ts';

const places = { roots: ['/home/zaphod/shop'], home: '/home/zaphod', user: 'zaphod', host: 'heartofgold' };
const hide = (text: string) => hideIdentity(text, places);

describe('words that leave the machine', (it) => {
  it('have paths of the working tree relative', () => {
    assert.is(hide('edit /home/zaphod/shop/src/a.ts:3'), 'edit src/a.ts:3');
    assert.is(hide('cd /home/zaphod/shop && make'), 'cd . && make');
    assert.is(hide('/home/zaphod/shop2/a'), '~/shop2/a');
  });

  it("do not name a home directory, whoever's it is", () => {
    assert.is(hide('cat /home/zaphod/.bashrc'), 'cat ~/.bashrc');
    assert.is(hide('see /Users/trillian/notes and C:\\Users\\ford\\x'), 'see ~/notes and ~\\x');
    assert.is(hide('https://example.com/home/zaphod-beeblebrox'), 'https://example.com/home/zaphod-beeblebrox');
  });

  it('name neither user nor host', () => {
    assert.is(hide('zaphod@heartofgold:~$ make'), '[user]@[host]:~$ make');
    assert.is(hide('/var/spool/zaphod/x'), '/var/spool/[user]/x');
    assert.is(hide('zaphods and heartofgolden'), 'zaphods and heartofgolden');
  });

  it("keep ordinary words that happen to be a user's name", () => {
    const will = { ...places, user: 'will', host: 'localhost' };
    assert.is(hideIdentity('it will fail on localhost', will), 'it will fail on localhost');
    assert.is(hideIdentity('will@box: /mnt/will/x', will), '[user]@box: /mnt/[user]/x');
    assert.is(hideIdentity('run as root in /srv/root/x', { ...places, user: 'root' }), 'run as root in /srv/root/x');
  });

  it('do not change when they are hidden twice', () => {
    const once = hide('zaphod@heartofgold /home/zaphod/shop/x /home/zaphod/y');
    assert.is(hide(once), once);
  });

  it('stand for a working tree by a mark', () => {
    const mark = placeMark('/home/zaphod/shop', 'heartofgold');
    assert.ok(isPlaceMark(mark));
    assert.is(mark, placeMark('/home/zaphod/shop', 'heartofgold'));
    assert.is.not(mark, placeMark('/home/zaphod/shop', 'other'));
  });
});
