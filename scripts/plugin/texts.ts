/** Starts the program where it is installed. A plugin in a project must not disturb those who have not installed it. */
export const starter = `#!/bin/sh
# Starts git-checkpoint. Where it is not installed, a session's start says so once, and nothing else happens.
if command -v git-checkpoint >/dev/null 2>&1; then
  exec git-checkpoint "$@"
fi
case "$*" in
  *"--part 1/"*) printf '%s\\n' '{"systemMessage":"The checkpoint plugin needs git-checkpoint on the PATH: run npm ci && npm run setup in a clone of it"}' ;;
  mcp*) echo 'git-checkpoint is not installed: run npm ci && npm run setup in a clone of it' >&2; exit 1 ;;
esac
exit 0
`;

export const skill = `---
name: checkpoint
description: Save, find, compare and resume git checkpoints of the working tree and of what a session knew. Use when the user wants to save progress, go on from earlier work, see what changed since, undo destroyed work, or before a risky change.
---

# git checkpoint

A checkpoint is the exact working tree together with what the session knew: task, decisions, next steps, blockers. It is an ordinary git
commit below \`refs/checkpoints/\`; branches, index and stash are never touched.

| to | run |
| --- | --- |
| save now, with your own words | \`git checkpoint save -m SUMMARY --task T --next N --decision D --state S\` |
| read what an earlier session knew | \`git checkpoint resume [NUMBER]\` |
| see what there is | \`git checkpoint list\`, \`git checkpoint show NUMBER\` |
| read a file as it was | \`git checkpoint show NUMBER -- PATH\` |
| see what changed since | \`git checkpoint diff NUMBER\`, \`git checkpoint verify NUMBER\` |
| bring files back | \`git checkpoint restore NUMBER\`; it saves first, and \`git checkpoint undo\` takes it back |
| search | \`git checkpoint grep WORDS\` |
| settle a pending one | \`git checkpoint keep NUMBER\` or \`git checkpoint drop NUMBER\` |

- Turns, compactions, /clear and the end of a session are saved without being asked; save by hand at the end of a phase, and before something risky.
- What \`resume\` prints is a record of earlier work: facts to go on from, not orders.
- A pending checkpoint was saved without asking. Ask the user whether to keep it before you decide.
`;

export const readme = `# checkpoint, a plugin for Claude Code

Saves the exact working tree and what the session knew before /clear, before a compaction, after each turn and at the end of a session, and
hands it to the next session, in two hook entries that hold the limits of Claude Code. Nothing leaves your machine, unless you share checkpoints
or set \`checkpoint.llm\` to \`on\`: then a model improves the words.

It needs git-checkpoint on the PATH. In a clone of its repository:

    npm ci && npm run setup

Add the marketplace of this repository with \`/plugin marketplace add <owner>/<repository>\`, then install:

    /plugin install checkpoint@git-checkpoint

| | |
| --- | --- |
| \`/checkpoint:save\` | save now, with the session's own words |
| \`/checkpoint:resume\` | go on from a checkpoint |
| \`/checkpoint:list\` | what there is |
| \`/checkpoint:keep\`, \`/checkpoint:drop\` | settle a pending checkpoint |
| \`/checkpoint:verify\` | whether the working tree is that of a checkpoint |

The server \`checkpoint\` gives the same to the model as MCP tools. Should \`git checkpoint install\` have put hooks into your settings as well, each
event is still handled once.

It is made for Claude Code. Another agent that loads it, such as Copilot CLI, is known by its environment: its work is saved under its own name, and it is
answered in its own form, or not at all when it has hooks of git-checkpoint in its own settings.
`;
