/** One picture of a screen, what it shows, and how long it stays. */
export interface Frame {
  readonly about: string;
  readonly seconds: number;
  readonly screen: string;
}

const COLUMNS = 118;
const ROWS = 16;
const WIDTH = 960;
const LINE = 18;
const TOP = 44;

/** An SVG that shows the frames one after the other, without any script in it. */
export function drawDemo(frames: readonly Frame[]): string {
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const height = TOP + ROWS * LINE + 16;
  const groups = frames.map((frame, at) => {
    const before = frames.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0);
    const [from, to] = [before, before + frame.seconds].map((second) => ((100 * second) / total).toFixed(1));
    // Steps do not fade: each picture is there or not.
    const style = `@keyframes f${at}{0%{opacity:0}${from}%{opacity:1}${to}%{opacity:0}}.f${at}{animation:f${at} ${total}s step-end infinite}`;
    return `<style>${style}</style>\n<g class="f${at}">\n${drawScreen(frame)}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Claude Code works, is cleared, and goes on">`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#16181d"/>`,
    '<style>text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#d8dee9;white-space:pre}.about{fill:#88c0d0;font-weight:bold}.ours{fill:#a3be8c}</style>',
    ...groups,
    '</svg>\n',
  ].join('\n');
}

function drawScreen({ about, screen }: Frame): string {
  const title = `<text class="about" x="16" y="24">${escaped(about)}</text>`;
  return [title, ...visibleLines(screen).map(drawLine)].join('\n');
}

function drawLine(line: string, row: number): string {
  const own = /says:|Resumed from checkpoint|Checkpoint saved/.test(line) ? ' class="ours"' : '';
  return `<text${own} x="16" y="${TOP + row * LINE}">${escaped(line)}</text>`;
}

/** What the client draws around the conversation: rulers, its banner, hints and moving signs. */
const FRAME = /^[─▔▁\s]+$|[▐▛▜▝▘█]|shift\+tab|\/effort|for agents|Debug mode|tmux detected|^[✻✶✳✢·*] /;

function visibleLines(screen: string): string[] {
  const lines = screen.split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line));
  return lines.map((line) => line.trimEnd().slice(0, COLUMNS)).slice(-ROWS);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
