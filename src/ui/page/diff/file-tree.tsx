import { useMemo } from 'preact/hooks';
import type { ChangeJson } from '../../api.ts';
import { Counts } from '../parts/counts.tsx';
import { number, statusLetters } from '../words.ts';
import { type Folder, treeOf } from './tree-of.ts';

interface Props {
  readonly changes: readonly ChangeJson[];
  readonly empty: string;
  /** What a click on a file does, or where it leads. */
  readonly choose?: (path: string) => void;
  readonly addressOf?: (path: string) => string;
}

const MOST = 1000;

/** Changed files by folder, with what happened to each. */
export function FileTree({ changes, empty, ...how }: Props) {
  const tree = useMemo(() => treeOf(changes.slice(0, MOST)), [changes]);
  if (changes.length === 0) return <p class="quiet">{empty}</p>;
  return (
    <nav class="file-tree" aria-label="Changed files">
      <Level folder={tree} {...how} />
      {changes.length > MOST && <p class="quiet">and {number(changes.length - MOST)} more</p>}
    </nav>
  );
}

type Leading = Pick<Props, 'choose' | 'addressOf'>;

function Level({ folder, ...how }: { folder: Folder } & Leading) {
  return (
    <ul>
      {folder.folders.map((inside) => (
        <li key={inside.name}>
          <span class="folder">{inside.name}/</span>
          <Level folder={inside} {...how} />
        </li>
      ))}
      {folder.files.map((file) => (
        <li key={file.path}>
          <FileLine file={file} {...how} />
        </li>
      ))}
    </ul>
  );
}

function FileLine({ file, choose, addressOf }: { file: ChangeJson } & Leading) {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const inside = (
    <>
      <span class={`status ${file.status}`} title={file.status}>
        {statusLetters[file.status]}
      </span>
      <span class="file-name">{name}</span>
      {file.binary ? <span class="quiet">binary</span> : <Counts added={file.added} removed={file.removed} />}
    </>
  );
  if (addressOf !== undefined)
    return (
      <a class="file-line" href={addressOf(file.path)}>
        {inside}
      </a>
    );
  return (
    <button type="button" class="file-line" onClick={() => choose?.(file.path)}>
      {inside}
    </button>
  );
}
