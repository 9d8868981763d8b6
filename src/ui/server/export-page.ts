import { createHash } from 'node:crypto';
import { Failure } from '../../core/failure.ts';
import type { Repository } from '../../open/repository.ts';
import type { RowJson } from '../api.ts';
import type { UiHost } from './call.ts';
import { exportAnswers } from './export-answers.ts';
import { findPageFile } from './page-files.ts';
import { timelineRows } from './timeline-rows.ts';

interface ExportRequest {
  /** Absent: all of them. */
  readonly numbers?: ReadonlySet<number>;
  readonly session?: string;
  /** Where the files of the page lie. */
  readonly pageFolder: string;
}

interface ExportedPage {
  readonly html: string;
  readonly checkpoints: number;
  /** What was left out, in words. */
  readonly folded: readonly string[];
}

/** Makes one page that needs no server: the timeline, and what was known, changed and packed at each checkpoint. */
export async function exportPage(repository: Repository, host: UiHost, request: ExportRequest): Promise<ExportedPage> {
  const call = { repository, host, params: {}, query: new URLSearchParams(), body: {} };
  const isWanted = ({ number, session = '' }: RowJson) =>
    (request.numbers?.has(number) ?? true) && session.startsWith(request.session ?? '');
  const rows: RowJson[] = [];
  for await (const part of timelineRows(repository)) rows.push(...part.filter(isWanted));
  if (rows.length === 0)
    throw new Failure('no', 'no checkpoint to export', { hint: 'See them with `git checkpoint list`.' });
  const { answers, folded } = await exportAnswers(call, rows);
  const exported = { answers, folded, made: host.world.now().toISOString() };
  return { html: pageWith(exported, request.pageFolder), checkpoints: rows.length, folded };
}

/** The page with its script, its style and its data inside. It may run this one script, and load nothing. */
function pageWith(exported: object, folder: string): string {
  const [html = '', script = '', style = ''] = ['/', '/page.js', '/page.css'].map(
    (path) => findPageFile(path, folder)?.bytes.toString('utf8') ?? '',
  );
  const safeScript = script.replaceAll('</script', '<\\/script');
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(safeScript)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const data = JSON.stringify(exported).replaceAll('<', '\\u003c');
  const places: readonly (readonly [string, string])[] = [
    [
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
    ],
    ['<link rel="stylesheet" href="/page.css">', `<style>${style}</style>`],
    [
      '<script src="/page.js"></script>',
      `<script type="application/json" id="exported">${data}</script>\n    <script>${safeScript}</script>`,
    ],
  ];
  return places.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Failure('fatal', `the page lacks ${from}`);
    return text.replace(from, () => to);
  }, html);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
