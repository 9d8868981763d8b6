import type { Config } from '../core/config.ts';
import { modes } from '../core/note.ts';

/** How a setting's text becomes a value. */
export type Form =
  /** `older`: words of older versions, and what they mean now. */
  | {
      readonly kind: 'choice';
      readonly choices: readonly string[];
      readonly older?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'size' }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' };

/** One setting under all its names. The table below is the only place that knows them. */
export interface Setting {
  readonly name: keyof Config;
  /** Section and key in the file. */
  readonly file: string;
  /** Name below `checkpoint.` in git's configuration. */
  readonly git: string;
  /** Environment variables, the first one current, the others older spellings. */
  readonly env: readonly string[];
  readonly form: Form;
  readonly default: Config[keyof Config];
  readonly about: string;
  /**
   * It decides whom and what is trusted: programs, remotes, models, addresses. Then only the user's own files and environment count, and a
   * repository's configuration does not.
   */
  readonly ofUser: boolean;
}

/** Most settings have one name in git's configuration and in the code. */
type Row = Omit<Setting, 'git' | 'env' | 'ofUser'> & Partial<Pick<Setting, 'git' | 'env' | 'ofUser'>>;

const switchForm: Form = { kind: 'choice', choices: ['true', 'false', 'prompt'] };
const flagForm: Form = { kind: 'flag' };

const excludedByDefault = [
  ...'node_modules bower_components dist build out target coverage .next .nuxt .venv venv __pycache__'
    .split(' ')
    .map((folder) => `${folder}/**`),
  ...'*.log *.bin *.exe *.dll *.so *.dylib *.o *.a *.class *.pyc .DS_Store'.split(' '),
];

const rows: readonly Row[] = [
  {
    name: 'autoCheckpointOnClear',
    file: 'hooks.auto_checkpoint_on_clear',
    env: ['GIT_CHECKPOINT_AUTO_CHECKPOINT_ON_CLEAR', 'CONTEXTD_AUTO_CHECKPOINT_ON_CLEAR'],
    form: switchForm,
    default: 'prompt',
    about: 'Save when a session is cleared or ends; prompt saves first and asks afterwards',
  },
  {
    name: 'autoResumeOnStart',
    file: 'hooks.auto_resume_on_start',
    env: ['GIT_CHECKPOINT_AUTO_RESUME_ON_START', 'CONTEXTD_AUTO_RESUME_ON_START', 'CONTEXTD_AUTO_RESUME'],
    form: switchForm,
    default: 'true',
    about: 'Hand the latest checkpoint to a new session; prompt only offers it',
  },
  {
    name: 'thresholdPercent',
    file: 'hooks.checkpoint_threshold_percent',
    env: ['GIT_CHECKPOINT_THRESHOLD', 'CONTEXTD_CHECKPOINT_THRESHOLD'],
    form: { kind: 'number', least: 70, most: 95 },
    default: 70,
    about: 'Save once when the context is this full, in percent',
  },
  {
    name: 'verifyBeforeClear',
    file: 'hooks.verify_before_clear',
    env: ['GIT_CHECKPOINT_VERIFY_BEFORE_CLEAR', 'CONTEXTD_VERIFY_BEFORE_CLEAR'],
    form: flagForm,
    default: true,
    about: 'Compare with the last checkpoint first and save only what changed',
  },
  {
    name: 'saveEachTurn',
    file: 'hooks.save_each_turn',
    env: ['GIT_CHECKPOINT_SAVE_EACH_TURN'],
    form: flagForm,
    default: true,
    about:
      'Save after each turn of the agent that changed something; false where neither a clear nor a start does anything',
  },
  {
    name: 'blockUnsavedCompaction',
    file: 'hooks.block_unsaved_compaction',
    env: ['GIT_CHECKPOINT_BLOCK_UNSAVED_COMPACTION'],
    form: flagForm,
    default: false,
    about: 'Stop a compaction when the save before it failed, where the agent can be stopped',
  },
  {
    name: 'saveLimit',
    file: 'hooks.save_limit_seconds',
    env: ['GIT_CHECKPOINT_SAVE_LIMIT'],
    form: { kind: 'number', least: 5, most: 86_400 },
    default: 300,
    about: 'A save in the background that takes longer, in seconds, hangs and is ended',
  },
  {
    name: 'askAgent',
    file: 'hooks.ask_agent',
    git: 'askAgent',
    env: ['GIT_CHECKPOINT_ASK_AGENT'],
    form: flagForm,
    default: true,
    about: 'Ask the agent once to store what it knows, when the context crosses the threshold and before a compaction',
  },
  {
    name: 'mode',
    file: 'checkpoint.mode',
    env: ['GIT_CHECKPOINT_MODE', 'CONTEXTD_CHECKPOINT_MODE'],
    form: { kind: 'choice', choices: modes },
    default: 'stateful',
    about: 'summary keeps words only, stateful also the files for the next session',
  },
  {
    name: 'captureFiles',
    file: 'checkpoint.capture_files',
    env: ['GIT_CHECKPOINT_CAPTURE_FILES'],
    form: flagForm,
    default: true,
    about: 'Put the working tree into the checkpoint',
  },
  {
    name: 'captureAnalysis',
    file: 'checkpoint.capture_analysis',
    env: ['GIT_CHECKPOINT_CAPTURE_ANALYSIS'],
    form: flagForm,
    default: true,
    about: "Read the session's transcript for what it knew",
  },
  {
    name: 'nested',
    file: 'checkpoint.nested',
    env: ['GIT_CHECKPOINT_NESTED'],
    form: { kind: 'choice', choices: ['capture', 'name'] },
    default: 'capture',
    about:
      'Capture what repositories inside of the working tree have uncommitted, submodules too; name only names them',
  },
  {
    name: 'conversation',
    ofUser: true,
    file: 'checkpoint.conversation',
    env: ['GIT_CHECKPOINT_CONVERSATION'],
    form: { kind: 'choice', choices: ['local', 'share', 'off'] },
    default: 'local',
    about: "Store the agent's conversation with the checkpoint; share also pushes it",
  },
  {
    name: 'sign',
    ofUser: true,
    file: 'checkpoint.sign',
    env: ['GIT_CHECKPOINT_SIGN'],
    form: flagForm,
    default: false,
    about: "Sign checkpoints, and the notes that are pushed, by git's own gpg.format and user.signingKey",
  },
  {
    name: 'maxCheckpointSize',
    file: 'checkpoint.max_checkpoint_size',
    env: ['GIT_CHECKPOINT_MAX_SIZE', 'CONTEXTD_CHECKPOINT_MAX_SIZE'],
    form: { kind: 'size' },
    default: 10_485_760,
    about: 'Most bytes of new content in one checkpoint',
  },
  {
    name: 'maxFileSize',
    file: 'checkpoint.max_file_size',
    env: ['GIT_CHECKPOINT_MAX_FILE_SIZE'],
    form: { kind: 'size' },
    default: 1_048_576,
    about: 'Larger untracked files are left out',
  },
  {
    name: 'exclude',
    file: 'checkpoint.exclude_patterns',
    form: { kind: 'texts' },
    default: excludedByDefault,
    about: 'Untracked files to leave out, as in .gitignore',
  },
  {
    name: 'autoSummary',
    file: 'checkpoint.auto_summary_enabled',
    env: ['GIT_CHECKPOINT_AUTO_SUMMARY'],
    form: flagForm,
    default: true,
    about: 'Write the summary line when none is given',
  },
  {
    name: 'maxAuto',
    file: 'checkpoint.max_auto_summaries',
    env: ['GIT_CHECKPOINT_MAX_AUTO'],
    form: { kind: 'number', least: 0, most: 1_000_000 },
    default: 0,
    about: 'Most automatic checkpoints of each branch; 0 is any number, thinned out by age',
  },
  {
    name: 'keepHours',
    file: 'checkpoint.keep_hours',
    env: ['GIT_CHECKPOINT_KEEP_HOURS'],
    form: { kind: 'number', least: 0, most: 876_000 },
    default: 48,
    about: 'Hours for which every automatic checkpoint stays; then the last of each hour, after a week of each day',
  },
  {
    name: 'maxStore',
    file: 'checkpoint.max_store',
    env: ['GIT_CHECKPOINT_MAX_STORE'],
    form: { kind: 'size' },
    default: 0,
    about: "Most bytes of all checkpoints; 0 is 1 GB or a tenth of the repository's objects, whichever is more",
  },
  {
    name: 'cleanupAfterDays',
    file: 'checkpoint.cleanup_after_days',
    env: ['GIT_CHECKPOINT_CLEANUP_AFTER_DAYS'],
    form: { kind: 'number', least: 0, most: 36_500 },
    default: 30,
    about: 'Days after which the last automatic checkpoints of a day go, too; 0 is never',
  },
  {
    name: 'trashDays',
    file: 'checkpoint.trash_days',
    env: ['GIT_CHECKPOINT_TRASH_DAYS'],
    form: { kind: 'number', least: 0, most: 36_500 },
    default: 14,
    about: 'Days for which a dropped or pruned checkpoint can be brought back; 0 removes it at once',
  },
  {
    name: 'stateDirs',
    file: 'checkpoint.state_dirs',
    git: 'stateDir',
    form: { kind: 'texts' },
    default: ['.aiwg'],
    about: 'Folders of tools whose files are listed by name and size',
  },
  {
    name: 'resumeBudget',
    file: 'resume.budget_tokens',
    env: ['GIT_CHECKPOINT_RESUME_BUDGET'],
    form: { kind: 'number', least: 200, most: 200_000 },
    default: 5000,
    about: 'Most tokens of a resume pack',
  },
  {
    name: 'resumeMaxChars',
    file: 'resume.max_chars',
    env: ['GIT_CHECKPOINT_RESUME_MAX_CHARS'],
    form: { kind: 'number', least: 0, most: 10_000_000 },
    default: 0,
    about: "Most characters of a resume pack; 0 is the host's own limit",
  },
  {
    name: 'llm',
    ofUser: true,
    file: 'analysis.llm',
    env: ['GIT_CHECKPOINT_LLM'],
    // A key that is there for another program is no consent.
    form: { kind: 'choice', choices: ['on', 'off'], older: { auto: 'off' } },
    default: 'off',
    about: 'Let a model improve the analysis after each save; a digest of the session is sent to it',
  },
  {
    name: 'model',
    ofUser: true,
    file: 'analysis.model',
    env: ['GIT_CHECKPOINT_MODEL'],
    form: { kind: 'text' },
    default: 'claude-haiku-4-5',
    about: 'The model that is asked',
  },
  {
    name: 'remote',
    ofUser: true,
    file: 'sync.remote',
    env: ['GIT_CHECKPOINT_REMOTE'],
    form: { kind: 'text' },
    default: '',
    about: 'The one remote that checkpoints are shared with; none by default',
  },
  {
    name: 'autoSync',
    ofUser: true,
    file: 'sync.auto',
    env: ['GIT_CHECKPOINT_AUTO_SYNC'],
    form: flagForm,
    default: false,
    about: 'Share in the background after each save',
  },
  {
    name: 'allowedAuthors',
    ofUser: true,
    file: 'sync.allowed_authors',
    form: { kind: 'texts' },
    default: [],
    about: 'E-mail addresses whose checkpoints may be resumed by themselves',
  },
  {
    name: 'engine',
    ofUser: true,
    file: 'engine',
    env: ['GIT_CHECKPOINT_ENGINE'],
    form: { kind: 'choice', choices: ['auto', 'native', 'portable'] },
    default: 'auto',
    about: 'native uses git, portable works where there is none',
  },
];

export const settings: readonly Setting[] = rows.map((row) => ({ git: row.name, env: [], ofUser: false, ...row }));

/** The row of a setting. */
export function settingNamed(name: keyof Config): Setting {
  const found = settings.find((setting) => setting.name === name);
  if (found === undefined) throw new Error(`no setting '${name}'`);
  return found;
}
