/** The words of a text that carry its subject, in a rough common form. */
export function subjectWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{3,40}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')));
}

const COMMON = new Set(
  (
    'the and for with that this these those from into onto have has had was were are not but you your our can could would ' +
    'should will shall may might must please also then than now just like make made let lets add use using used get some ' +
    'any all its it is one two new old want need needs see look think what which who when where why how about there here ' +
    'does did done doing way more most other only very really still sure work works working thing things file files code'
  ).split(' '),
);
