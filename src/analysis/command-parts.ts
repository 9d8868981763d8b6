import { handedLine, unwrapped } from './command-wrapper.ts';
import { oncePerText } from './once-per.ts';

/** One part of a command line. */
export interface Part {
  readonly text: string;
  /** With what is set for it and what starts it: `CI=1 npx jest`. */
  readonly typed: string;
  /** Only some of what it prints is seen: `| grep`, `| wc -l`. */
  readonly filtered: boolean;
  /** The exit code of the line is that of something behind it. */
  readonly hidden: boolean;
}

const FILTER = /^(?:(?:e?grep|rg|ag)\s(?!(?:-\w+ )*-\w*v)|(?:wc|awk|jq|cut|sort|uniq)\b)/;

/** The parts of a command line that run one after another, without their redirections. */
export const parts = oncePerText(splitParts);

/** What stands behind a pipeline decides its fate: `a && b` fails with `a`, `a; b` and `a || b` do not. */
const HIDES = /^(?:;|\n|\|\||&)$/;
const FAILS_EARLY = /\bset -\w*e|\bpipefail\b/;

function splitParts(command: string): readonly Part[] {
  const pieces = command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?(?:\n\s*\1\b|$)/g, ' ')
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, hideSigns)
    .trim()
    .split(/(&&|\|\||;|\n|(?<![|&\d>])&(?![&>]))/);
  const isStrict = FAILS_EARLY.test(command);
  const isHidden = (at: number) =>
    pieces
      .slice(at + 1)
      .some((sign, on) => HIDES.test(sign) && pieces.slice(at + on + 2).some((rest) => /\w/.test(rest)));
  return pieces
    .flatMap((pipeline, at) => {
      if (at % 2 === 1) return [];
      const behind = !isStrict && isHidden(at);
      const typed = pipeline.split(/(?<![|&\d>])\|(?![&>])/).map((part) => showSigns(typedPart(part)));
      const texts = typed.map((part) => unwrapped(part));
      return texts.flatMap((text, at): readonly Part[] => {
        const filtered = texts.slice(at + 1).some((stage) => FILTER.test(stage));
        const hidden = behind || (!isStrict && at < texts.length - 1);
        const whole = typed[at] ?? text;
        const inner = handedLine(text);
        const own =
          inner === undefined ? [{ text, typed: whole, filtered: false, hidden: false }] : handed(whole, inner);
        return own.map((part) => ({
          ...part,
          filtered: filtered || part.filtered,
          hidden: hidden || part.hidden,
        }));
      });
    })
    .filter(({ text }) => text !== '' && !text.startsWith('#') && !SHELL_WORD.test(text));
}

/** The parts of a line that is handed to a shell; in a container, each runs only there. */
function handed(whole: string, line: string): readonly Part[] {
  const own = parts(line);
  if (SHELL.test(whole)) return own;
  const isOne = own.filter(({ text }) => !/^cd\s/.test(text)).length < 2;
  return own.map((part) => ({ ...part, typed: isOne ? whole : whole.replace(line, () => part.typed) }));
}

/** It only runs a line, and changes nothing about it. */
const SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh -/;

/** Signs inside quotes do not part a line. */
const SIGNS = ';|&\n';
const HIDDEN = 0xe000;

function hideSigns(quoted: string): string {
  return quoted.replace(/[;|&\n]/g, (sign) => String.fromCharCode(HIDDEN + SIGNS.indexOf(sign)));
}

function showSigns(part: string): string {
  return part.replace(/[\ue000-\ue003]/g, (sign) => SIGNS[sign.charCodeAt(0) - HIDDEN] ?? ' ');
}

function typedPart(part: string): string {
  return part
    .trim()
    .replace(/^(?:(?:do|then|else|\(|\{)\s+)+/, '')
    .replace(/\s+\d?>{1,2}\s?(?:&\d|\S+)/g, '')
    .trim();
}

const SHELL_WORD =
  /^(?:for|while|until|if|elif|case|done|fi|esac|else|then|do|export|set|local|function|source|\.)\b|^[A-Za-z_]\w*=\S*$/;
