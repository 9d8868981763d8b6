import { cutWords, splitSentences, withoutPastes } from './sentences.ts';

/** `Run this with !`, in the words that agents use for it. */
const RUN =
  /^(?:(?:please|now|then|so|next),? )*(?:run|execute|paste|re-?run)\b.{0,80}?(?:\b(?:this|these|it|them|yourself|below|above|following)\b|\bin your (?:own )?(?:terminal|shell|console)\b|`!`)/i;
const RUN_ELSEWHERE =
  /`!`.{0,40}(?:실행|実行|执行|运行)|(?:実行|マージ|プッシュ|コミット)[^。]{0,8}(?:ください|下さい)|(?:실행|머지|푸시|커밋|승인)(?:해\s?주세요|하세요|하십시오)|请.{0,20}(?:运行|执行|合并|推送)/;
/** `Once CI passes, merge it`: an order to whoever goes on. */
const SEQUEL =
  /^(?:once|when|after|as soon as) .{3,120}?, ?(?:you can |please |just |then )*(?:merge|push|run|deploy|tag|release|rebase|publish|restart)\b/i;
const SEQUEL_ELSEWHERE =
  /(?:後|たら|あと)[、に].{0,40}(?:ください|下さい)|(?:후|뒤)(?:에)? .{0,40}(?:하세요|하면|됩니다)/;
const LAST_SENTENCES = 8;
const MAX_COMMAND = 110;

/** What the last words tell the user to do, with the command that they are given. */
export function askedOfUser(closing: string): string[] {
  const sentences = splitSentences(withoutPastes(closing)).slice(-LAST_SENTENCES);
  const command = lastCommand(closing);
  return sentences.flatMap((sentence) => {
    if (/[?？]\s*$/.test(sentence)) return [];
    if (RUN.test(sentence) || RUN_ELSEWHERE.test(sentence))
      return [command === '' ? `For the user: ${sentence}` : `For the user: ${sentence} (${command})`];
    return SEQUEL.test(sentence) || SEQUEL_ELSEWHERE.test(sentence) ? [`Then: ${sentence}`] : [];
  });
}

/** How the last block begins; all of it stands in the last exchange. */
function lastCommand(closing: string): string {
  const block = [...closing.matchAll(/```(?:\w*)\n([\s\S]*?)```/g)].at(-1)?.[1] ?? '';
  const [first = '', ...more] = block.split('\n').filter((line) => line.trim() !== '');
  return first === '' ? '' : `\`${cutWords(first.trim(), MAX_COMMAND)}\`${more.length > 0 ? ' …' : ''}`;
}
