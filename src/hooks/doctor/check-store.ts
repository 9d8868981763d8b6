import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { DamagedCheckpoint, Oid } from '../../core/checkpoint.ts';
import { count } from '../../core/count.ts';
import type { RepositoryPaths } from '../../core/repository-paths.ts';
import { describeSettingProblem } from '../../core/setting-problem.ts';
import { shellWord } from '../../core/shell-word.ts';
import { localFolder } from '../../local/files.ts';
import { listLeftForks } from '../../local/fork-records.ts';
import { isRetry, listJobs } from '../../local/jobs.ts';
import { isLocked, isSilent } from '../../local/lock.ts';
import { canBeWritten } from '../../local/own-folder.ts';
import { listCrashed } from '../../local/session-register.ts';
import { configOf, type Repository } from '../../open/repository.ts';
import { type Health, inspectStore } from '../../repository/health.ts';
import { modelUse } from '../../repository/model-use.ts';
import { describeOffered, resume } from '../../repository/resume.ts';
import { readSyncFailure } from '../../sync/sync-failure.ts';
import { startWarnings } from '../start-warnings.ts';
import { checkGitSettings } from './check-git-settings.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const REPAIR = '`git checkpoint doctor --repair`';
const WAITING = `The next save or session does them, or now: ${REPAIR}`;

/** The settings, the checkpoints, and what processes may have left behind. */
export async function checkStore(repository: Repository): Promise<Finding[]> {
  const settings = await checkSettings(repository);
  const disk = checkDisk(repository.engine.place);
  const store = await checkCheckpoints(repository);
  const whole = [...settings, ...store].every(({ state }) => state !== 'wrong');
  return [
    ...disk,
    ...settings,
    ...(settings.every(({ state }) => state !== 'wrong') ? [await checkModel(repository)] : []),
    ...(await checkSigning(repository)),
    ...store,
    ...(await checkLeftovers(repository)),
    ...(await checkGitSettings(repository)),
    ...(whole ? [await checkResume(repository)] : []),
  ];
}

/** Whether sessions leave this machine. */
async function checkModel(repository: Repository): Promise<Finding> {
  const { llm, host, hasKey } = await modelUse(repository);
  if (llm === 'off') return ok('no model is asked (checkpoint.llm is off)');
  if (!hasKey) return note('checkpoint.llm is on, but ANTHROPIC_API_KEY is not set: no model is asked');
  return ok(`after each save a digest of the session is sent to ${host} (checkpoint.llm is on)`);
}

/** Who shares is better known by a key than by an address that anybody can write. */
async function checkSigning(repository: Repository): Promise<Finding[]> {
  const { sign, remote } = await configOf(repository);
  if (!sign) {
    const how = 'Set `checkpoint.sign`, `user.signingKey` and `gpg.ssh.allowedSignersFile`: see docs/sharing.md.';
    return remote === '' ? [] : [note('checkpoints are shared and not signed: anybody can write your address', how)];
  }
  if (repository.engine.signing === undefined) return [wrong('checkpoint.sign is on, but only git itself can sign')];
  const entries = await repository.engine.configEntries();
  const said = (key: string) => entries.findLast((entry) => entry.key === key && entry.scope !== 'local')?.value;
  const unlisted = said('gpg.format') === 'ssh' && said('gpg.ssh.allowedsignersfile') === undefined;
  return unlisted
    ? [
        wrong(
          'gpg.ssh.allowedSignersFile is not set: no signature can be checked',
          'Name a file of lines `address key`.',
        ),
      ]
    : [ok('checkpoints are signed')];
}

/** What a session that starts here would be told. */
async function checkResume(repository: Repository): Promise<Finding> {
  const outcome = await resume(repository, { ownOnly: true });
  if (outcome.kind === 'none' && outcome.offered !== undefined)
    return note(`the next session resumes nothing of your own. ${describeOffered(outcome.offered)}`);
  if (outcome.kind === 'none') return ok(`the next session has nothing to resume${await elsewhere(repository)}`);
  const { checkpoint, pack } = outcome;
  return ok(
    `the next session will resume from checkpoint ${checkpoint.number} (about ${pack.tokens.toLocaleString('en-US')} tokens)`,
  );
}

/** What other worktrees saved is resumed there. */
async function elsewhere(repository: Repository): Promise<string> {
  const any = await resume(repository);
  return any.kind === 'none' ? ' yet' : ` in this worktree: checkpoint ${any.checkpoint.number} belongs to another`;
}

async function checkSettings({ settings }: Repository): Promise<Finding[]> {
  const { origins, refused, problems } = await settings;
  const set = [...origins.values()].filter(({ layer }) => layer !== 'default').length;
  return [
    ...problems.map((problem) => wrong(`settings: ${describeSettingProblem(problem)}`, problem.failure.hint)),
    ...(problems.length > 0 ? [] : [ok(`settings: ${set === 0 ? 'defaults' : `${set} changed`}`)]),
    ...refused.map(({ key, value, origin }) => refusedSetting(key, value, origin.replace(/^file:/, ''))),
  ];
}

function refusedSetting(key: string, value: string, place: string): Finding {
  const name = key.slice('checkpoint.'.length);
  const command = name === 'engine' ? `config set --global ${name}` : `config set ${name}`;
  return note(
    `${place}: ${key} counts for nothing: only your own settings decide it`,
    `If '${value}' is what you want: \`git checkpoint ${command} ${shellWord(value)}\`.`,
  );
}

/** Where nothing can be written, nothing can be saved; what is there can still be resumed. */
function checkDisk({ gitDir, commonDir }: RepositoryPaths): Finding[] {
  const folders = [
    gitDir,
    localFolder(gitDir),
    localFolder(commonDir),
    join(commonDir, 'objects'),
    join(commonDir, 'refs'),
  ];
  const readOnly = folders.find((folder) => existsSync(folder) && !canBeWritten(folder));
  if (readOnly !== undefined) return [wrong(`${readOnly} can only be read: nothing can be saved`)];
  return statfsSync(gitDir).bavail > 0 ? [] : [wrong(`no space is left on the disk of ${gitDir}`)];
}

async function checkCheckpoints(repository: Repository): Promise<Finding[]> {
  const health = await inspectStore(repository);
  const { checkpoints, damaged, withoutNote, ledgerDamage, notesDamage, orphans, staleLocks } = health;
  const findings = [
    ...damaged.map((one) => wrong(`checkpoint ${one.number}: ${one.damage}`, wayOut(one))),
    ...withoutNote.map((number) => wrong(`checkpoint ${number}: note missing`, REPAIR)),
    ...[ledgerDamage, notesDamage].flatMap((damage) => (damage === undefined ? [] : [wrong(damage, REPAIR)])),
    ...(health.lostRefs > 0
      ? [wrong(`refs of the checkpoints are gone: ${count(health.lostRefs, 'checkpoint')} without a ref`, REPAIR)]
      : []),
    ...health.lostBranches.map(({ branch, commit }) =>
      wrong(`branch ${branch} is gone, but its log is there`, `\`git branch ${shellWord(branch)} ${commit}\``),
    ),
    ...(orphans > 0 ? [wrong(`${count(orphans, 'conversation')} without a checkpoint`, REPAIR)] : []),
    ...health.leftIn.map((path) =>
      wrong(`the repository ${path} holds refs of a save or drop that was cut off`, REPAIR),
    ),
    ...objectFindings(health),
    ...health.brokenRefs.map((ref) => wrong(`${ref} is empty, and git gc fails on it`, REPAIR)),
    ...staleLocks.map((lock) => wrong(`a lock was left behind: ${lock}`, REPAIR)),
  ];
  const whole = findings.length === 0 ? [ok(`${count(checkpoints, 'checkpoint')}, notes and ledger OK`)] : [];
  return [...whole, ...findings];
}

function objectFindings({ damagedObjects, incomplete }: Health): Finding[] {
  const again = (number: number) =>
    `Save again while the working tree has it, or fetch it from another clone; \`git fsck\` names the objects. Until then \`git gc\` fails, unless \`git checkpoint drop ${number}\`.`;
  return [
    ...(damagedObjects.length === 0 ? [] : [wrong(nameObjects(damagedObjects), REPAIR)]),
    ...incomplete.map((number) => wrong(`checkpoint ${number}: objects of it are missing`, again(number))),
  ];
}

const MAX_NAMED = 3;

function nameObjects(oids: readonly Oid[]): string {
  const more = oids.length > MAX_NAMED ? ` and ${oids.length - MAX_NAMED} more` : '';
  const named = oids.slice(0, MAX_NAMED).join(', ');
  return `${count(oids.length, 'object')} ${oids.length === 1 ? 'is' : 'are'} damaged: ${named}${more}`;
}

function wayOut({ number, rescued, lost, newer }: DamagedCheckpoint): string {
  if (newer) return 'A newer git-checkpoint made it: update this one. It is left as it is.';
  if (lost) return `Fetch it from another clone or a backup, or \`git checkpoint drop ${number}\`.`;
  return rescued === undefined ? `Its files: \`git show refs/checkpoints/${number}\`.` : REPAIR;
}

function waitingSaves({ engine: { place }, world }: Repository, jobs: number): Finding {
  const saves = jobs === 1 ? '1 save waits' : `${jobs} saves wait`;
  if (!isLocked(place, 'saving')) return note(`${count(jobs, 'save')} not done yet`, WAITING);
  if (!isSilent(place, 'saving', world.now())) return note(`${saves} for one that is being done now`);
  return wrong(`${saves} for one whose process gives no sign of life`, `The next save takes over, or now: ${REPAIR}`);
}

/** Worktrees and branches of forks that were cut off. They may be in use by now: the user removes them. */
async function leftForks({ engine }: Repository): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { checkpoint, folder, branch, forget } of listLeftForks(engine.place)) {
    const [tip] = await engine.readObjects([`refs/heads/${branch}`]);
    if (tip === undefined && !existsSync(folder)) forget();
    else {
      // Twice: git keeps a worktree locked until it has made all of it.
      const how = `\`git worktree remove --force --force ${shellWord(folder)}\`, \`git branch -D ${shellWord(branch)}\``;
      findings.push(note(`a fork of checkpoint ${checkpoint} was cut off: ${folder} (branch ${branch})`, how));
    }
  }
  return findings;
}

async function checkLeftovers(repository: Repository): Promise<Finding[]> {
  const { place } = repository.engine;
  const { world } = repository;
  const unshared = await readSyncFailure(repository);
  const waiting = listJobs(place);
  const jobs = waiting.length;
  const failed = waiting.filter(isRetry).length;
  const crashed = listCrashed(place, world.now()).sessions;
  return [
    ...(unshared === undefined ? [] : [note(`the last sync failed: ${unshared}`, 'Try `git checkpoint sync`.')]),
    ...startWarnings(place, { again: true }).map((text) => note(text)),
    ...(failed > 0 ? [wrong(`${count(failed, 'save')} failed and will be tried again`, WAITING)] : []),
    ...(jobs > failed ? [waitingSaves(repository, jobs - failed)] : []),
    ...(await leftForks(repository)),
    ...crashed.map(({ agent, id, seen }) =>
      note(`a session of ${agent} never ended: ${id}, last seen ${seen}`, 'The next session saves what it left.'),
    ),
  ];
}
