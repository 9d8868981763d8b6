import { irreplaceableFiles, type LocalFile, replaceableFiles } from '../../src/local/files.ts';

const BEGIN = '<!-- npm run docs: from src/local/files.ts -->';
const END = '<!-- end -->';

/** docs/format.md with its lists of local files as the tables have them. */
export function withLocalFiles(document: string): string {
  const [before, rest] = document.split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/format.md has no place for the local files');
  const lists = [
    listOf('made again when needed', replaceableFiles),
    listOf('lost when it is removed', irreplaceableFiles),
  ];
  return `${before}${BEGIN}\n${lists.join('\n')}${END}${after}`;
}

function listOf(title: string, files: Readonly<Record<string, LocalFile>>): string {
  const rows = Object.entries(files).map(
    ([name, file]) => `| ${shownName(name, file)} | ${file.purpose} | ${file.lifetime} |\n`,
  );
  return `| ${title} | what it is for | how long it lives |\n|---|---|---|\n${rows.join('')}`;
}

function shownName(name: string, { kind, directory }: LocalFile): string {
  const ending = { file: '', folder: '/', scratch: '*' }[kind];
  return `\`${name}${ending}\`${directory === 'gitDir' ? ' *' : ''}`;
}
