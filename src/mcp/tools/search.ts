import { defined } from '../../core/defined.ts';
import { documentId } from '../../core/number.ts';
import { search } from '../../repository/grep.ts';
import { limit, nextOffset, offset, shortText } from '../fields.ts';
import { listPage } from '../list-page.ts';
import { reading, tool } from '../tool.ts';

/** For the expression alone: one that a model wrote may take forever. */
const MATCHING_MILLISECONDS = 2000;
const BEFORE = 80;
const SNIPPET = 240;

export const searchTool = tool({
  name: 'search_checkpoints',
  title: 'Search checkpoints',
  description:
    'Searches summaries, what sessions knew, and the captured files, newest first, and returns snippets. The query is taken literally unless regex is true.',
  annotations: reading,
  doing: 'Searching checkpoints',
  input: (z) => ({
    query: shortText(z, 'What to look for'),
    regex: z.boolean().default(false).describe('The query is a JavaScript regular expression, applied to each line'),
    case_sensitive: z.boolean().default(false),
    limit: limit(z, 100, 20),
    offset: offset(z, 'How many hits to pass over'),
  }),
  output: (z) => ({
    hits: z.array(
      z.object({
        checkpointId: z.string(),
        number: z.int(),
        where: z.string().describe('summary, description, a field of the analysis, or the path of a file'),
        line: z.int().optional(),
        snippet: z.string(),
      }),
    ),
    nextOffset: nextOffset(z),
  }),
  async run({ query, regex, case_sensitive, limit, offset }, { repository, signal }) {
    const found = await search(repository, query, {
      literal: !regex,
      ignoreCase: !case_sensitive,
      limit: offset + limit + 1,
      matchingTime: MATCHING_MILLISECONDS,
      signal,
    });
    const items = found.map(({ number, where, line, text, at }) =>
      defined({ checkpointId: documentId(number), number, where, line, snippet: snippet(text, at) }),
    );
    return listPage({ items, offset, limit }, (hits) => ({ hits }));
  },
});

/** The surroundings of a match: a line may be a whole minified file. */
function snippet(text: string, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const end = start + SNIPPET;
  // Half a character at an edge would be no text.
  const cut = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
