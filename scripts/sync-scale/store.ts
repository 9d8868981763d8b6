import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUid } from '../../src/store/uid.ts';
import { base, checkpoint, git, timed } from './stage.ts';

/** Makes `remote.git`, and `ours` with as many checkpoints as asked for, none of them shared. */
export function buildStore(many: number): void {
  git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
  git('.', 'clone', '--quiet', join(base, 'remote.git'), 'ours');
  git('ours', 'checkout', '--quiet', '-B', 'main');
  for (let file = 0; file < 200; file += 1) writeFileSync(join(base, 'ours', `file-${file}.txt`), `file ${file}\n`);
  git('ours', 'add', '-A');
  git('ours', 'commit', '--quiet', '-m', 'begin');
  git('ours', 'push', '--quiet', 'origin', 'main');
  writeFileSync(join(base, 'ours', 'work.txt'), 'one\n');
  checkpoint('ours', '-m', 'one');
  multiply('ours', many);
  git('ours', 'pack-refs', '--all');
  rmSync(join(base, 'ours/.git/git-checkpoint'), { recursive: true });
}

/** More checkpoints like the one that was saved, in one stream. */
function multiply(place: string, many: number): void {
  const commit = git(place, 'rev-parse', 'refs/checkpoints/1').stdout;
  const message = git(place, 'log', '-1', '--format=%B', commit).stdout;
  const [uid = ''] = /[0-9A-Z]{26}/.exec(message) ?? [];
  const note = git(place, 'notes', '--ref=checkpoints', 'show', commit).stdout;
  const parent = git(place, 'rev-parse', 'HEAD').stdout;
  const from = git(place, 'rev-parse', 'refs/notes/checkpoints').stdout;
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = 'Ada Example <ada@example.com> 1767323045 +0000';
  const stream: string[] = [];
  const notes: string[] = [];
  for (let number = 2; number <= many; number += 1) {
    const own = newUid(new Date(1767323045000 + number));
    stream.push(
      `commit refs/checkpoints/${number}\nmark :${number}\ncommitter ${who}\n${data(`${message.replace(uid, own)}\n`)}`,
      `from ${parent}\nM 100644 inline work-${number % 50}.txt\n${data(`work ${number}\n`)}`,
    );
    notes.push(`N inline :${number}\n${data(`${note.replace(uid, own)}\n`)}`);
  }
  const head = `commit refs/notes/checkpoints\ncommitter ${who}\n${data('notes')}from ${from}\n`;
  timed(place, ['git', 'fast-import', '--quiet', '--force'], `${stream.join('')}${head}${notes.join('')}`);
}
