import { VERSION } from '../core/version.ts';
import { settingsTable } from '../repository/settings.ts';
import { type Command, commonOptions, type Option } from './command.ts';
import { examples, groupCommands } from './command-groups.ts';
import { usageOf } from './render/command-help.ts';

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(cq')
    .replaceAll('→', '\\->')
    .replaceAll('…', '...');

/** A line of prose; a leading dot or quote would be a request to roff. */
const prose = (text: string) =>
  escaped(text)
    .replace(/^([.'])/, '\\&$1')
    .replace(/`([^`]+)`/g, '\\fB$1\\fR');

function optionText(option: Option): string {
  const short = option.short === undefined ? '' : `\\fB\\-${option.short}\\fR, `;
  const named = `\\fI${escaped(option.value ?? 'VALUE')}\\fR`;
  const given = option.optionalValue ? `[=${named}]` : ` ${named}`;
  const value = option.kind === 'flag' && option.value === undefined ? '' : given;
  const choices =
    option.choices === undefined
      ? ''
      : ` One of ${option.choices.map((choice) => `\\fB${escaped(choice)}\\fR`).join(', ')}.`;
  return `.TP\n${short}\\fB\\-\\-${escaped(option.name)}\\fR${value}\n${prose(option.about)}.${choices}\n`;
}

function commandText(command: Command): string {
  const arguments_ = command.positionals
    .map(({ form, about }) => `.TP\n\\fI${escaped(form)}\\fR\n${prose(about)}.\n`)
    .join('');
  const details = command.details === undefined ? '' : `.PP\n${prose(command.details)}\n`;
  const options = command.options
    .filter((option) => !commonOptions.includes(option))
    .map(optionText)
    .join('');
  return `.SS "git checkpoint ${escaped(usageOf(command))}"\n${prose(command.about)}.\n${details}${arguments_}${options}`;
}

function settingText({ git, file, env, about, default: value }: ReturnType<typeof settingsTable>[number]): string {
  const variable = env[0] === undefined ? '' : `, \\fB${escaped(env[0])}\\fR`;
  const shown = Array.isArray(value) ? value.join(' ') : String(value);
  return `.TP\n\\fBcheckpoint.${git}\\fR (\\fB${escaped(file)}\\fR in the file${variable})\n${prose(about)}. Default: ${escaped(shown) || 'none'}.\n`;
}

const exampleText = ([about, command]: (typeof examples)[number]) =>
  `.TP\n${prose(about)}\n\\fB${escaped(command)}\\fR\n`;

/** The manual page, in roff, from the tables of commands and settings. */
export function manualPage(commands: readonly Command[]): string {
  const groups = groupCommands(commands);
  return `.TH GIT\\-CHECKPOINT 1 "" "git\\-checkpoint ${VERSION}" "Git Manual"
.SH NAME
git\\-checkpoint \\- keep the working tree and what a coding session knew
.SH SYNOPSIS
.nf
\\fBgit checkpoint\\fR [\\fBsave\\fR] [\\fB\\-m\\fR \\fISUMMARY\\fR] [\\fIoptions\\fR]
\\fBgit checkpoint\\fR \\fICOMMAND\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]
.fi
.SH DESCRIPTION
A checkpoint is a commit on \\fBrefs/checkpoints/\\fR\\fIn\\fR, made from the working tree without touching HEAD, the index or any file, with what the
session knew attached as a git note. The next session reads it in at most 5,000 tokens and goes on.
.PP
A checkpoint is named by its number (\\fB42\\fR, \\fB#42\\fR, \\fBCHECKPOINT\\-00042\\fR), by \\fBlatest\\fR or \\fBlatest~2\\fR, or by its uid.
.SH EXAMPLES
${examples.map(exampleText).join('')}
.SH COMMANDS
${groups.map(({ title, commands: names }) => `.TP\n${prose(title)}\n${names.map(({ name }) => `\\fB${escaped(name)}\\fR`).join(', ')}\n`).join('')}
${groups.flatMap((group) => group.commands.map(commandText)).join('')}
.SH COMMON OPTIONS
Every command takes these.
${commonOptions.map(optionText).join('')}
.SH CONFIGURATION
Defaults are overridden by \\fB$XDG_CONFIG_HOME/git\\-checkpoint/config.yaml\\fR, that by git\\(cqs configuration, that by the environment, that by flags.
${settingsTable().map(settingText).join('')}
.SH EXIT STATUS
.TP
0
Done.
.TP
1
The answer is no: the working tree differs, nothing was found, nobody confirmed.
.TP
128
It failed; the reason is on standard error.
.TP
129
Usage error.
.SH FILES
.TP
\\fBrefs/checkpoints/\\fR\\fIn\\fR, \\fBrefs/notes/checkpoints\\fR, \\fBrefs/checkpoint\\-meta/ledger\\fR
The checkpoints, their notes, and the highest number with the tombstones of dropped ones.
.TP
\\fB.git/git\\-checkpoint/\\fR
What this clone keeps for itself: caches, locks, the journal, the last restore. Checkpoints need none of it; without it, what undo takes back is forgotten.
.SH SEE ALSO
\\fBgit\\fR(1), \\fBgit\\-notes\\fR(1), \\fBgit\\-stash\\fR(1)
`;
}
