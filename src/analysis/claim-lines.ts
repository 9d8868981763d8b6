import { findChoice } from './options.ts';
import { plainLine } from './sentences.ts';

/** Heads a list of what could be: drafts, ways, things to choose from. */
const PUT_UP =
  /^(?:here(?:['’]s| are| is)|these are|some|a few|a couple of|two|three|four|five|best|other|possible|alternative)\b.{0,40}\b(?:drafts?|versions|options|alternatives|directions|variants|candidates|ideas|approaches|choices|ways)\b|\b(?:drafts|options|alternatives|directions|variants|candidates|ideas|approaches|choices|things (?:i|we) (?:can|could) \w+)\b[^.!?]{0,40}:$|^(?:which|this|that|it) (?:would )?(?:gives?|buys?|gets?|leaves?) (?:you|us)\b[^.!?]{0,30}:$/i;
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/;
/** `**A — Cold open**`, `Option 2: …`: the title of one of them. */
const OPTION_TITLE = /^\W{0,8}(?:option |draft |version )?(?:[A-H]|[1-9])\s?(?:[—–):.]|-\s)/i;
const QUOTED_LINE = /^\s{0,8}>/;
/** A row of three cells or more reads only below its titles. */
const WIDE_ROW = /^\s*\|[^|\n]*\|[^|\n]*\|.*\|\s*$/;

/** A text without what it only puts up or quotes: drafts, alternatives, block quotations, rows of wide tables. */
export function withoutPutUp(text: string): string {
  const choice = findChoice(text);
  const options = new Set(choice?.asked ? choice.options.map((option) => option.text) : []);
  let isPutUp = false;
  return text
    .split('\n')
    .filter((line) => {
      const plain = plainLine(line);
      if (plain === '' || QUOTED_LINE.test(line) || WIDE_ROW.test(line)) return plain === '';
      const isListed = LIST_ITEM.test(line) || OPTION_TITLE.test(line);
      if (!isListed && !/^[-*_=]{3,}$/.test(line.trim())) isPutUp = PUT_UP.test(plain);
      return !(isPutUp && isListed) && !options.has(plain.replace(/^\(?[\dA-Ha-h][.):]\s*/, ''));
    })
    .join('\n');
}

/** The sentences of one line that stand in no quotation which a neighbour opened or closes. */
export function outsideQuotes(sentences: readonly string[]): string[] {
  let isOpen = false;
  return sentences.filter((sentence) => {
    const marks = sentence.replace(/`[^`]*`/g, '').match(/["“”]/g)?.length ?? 0;
    const wasOpen = isOpen;
    isOpen = marks % 2 === 1 ? !isOpen : isOpen;
    return !wasOpen && !isOpen;
  });
}
