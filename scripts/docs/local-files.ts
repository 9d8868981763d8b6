import { type LocalFile, localFiles } from '../../src/local/files.ts';

const BEGIN = '<!-- npm run docs: from src/local/files.ts -->';
const END = '<!-- end -->';

/** docs/format.md with its list of local files as the table has them. */
export function withLocalFiles(document: string): string {
  const [before, rest] = document.split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/format.md has no place for the local files');
  const files = Object.entries<LocalFile>(localFiles);
  const lists = [
    listOf(
      'made again when needed',
      files.filter(([, { irreplaceable }]) => !irreplaceable),
    ),
    listOf(
      'lost when it is removed',
      files.filter(([, { irreplaceable }]) => irreplaceable),
    ),
  ];
  return `${before}${BEGIN}\n${lists.join('\n')}${END}${after}`;
}

function listOf(title: string, files: readonly (readonly [string, LocalFile])[]): string {
  const rows = files.map(([name, file]) => `| ${shownName(name, file)} | ${file.purpose} | ${file.lifetime} |\n`);
  return `| ${title} | what it is for | how long it lives |\n|---|---|---|\n${rows.join('')}`;
}

function shownName(name: string, { kind, directory }: LocalFile): string {
  const ending = { file: '', folder: '/', scratch: '*' }[kind];
  return `\`${name}${ending}\`${directory === 'gitDir' ? ' *' : ''}`;
}
