import { drawScreen, drawTitle, drawWindow, type Screen, type Size } from '../pictures/draw-terminal.ts';

/** One picture of a screen, what it shows, and how long it stays. */
export interface Frame {
  readonly about: string;
  readonly seconds: number;
  readonly screen: Screen;
}

/** An SVG that shows the frames one after the other. Where nothing moves, the last one is seen. */
export function drawDemo(frames: readonly Frame[], size: Size, about: string): string {
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const share = (seconds: number) => ((100 * seconds) / total).toFixed(2);
  let before = 0;
  const groups = frames.map((frame, at) => {
    const [from, to] = [share(before), share(before + frame.seconds)];
    before += frame.seconds;
    const isLast = at === frames.length - 1;
    // Steps do not fade: each picture is there or not.
    const visible = isLast
      ? `0%{opacity:0}${from}%,100%{opacity:1}`
      : `0%{opacity:${at === 0 ? 1 : 0}}${from}%{opacity:1}${to}%,100%{opacity:0}`;
    const moves = `.f${at}{animation:f${at} ${total.toFixed(1)}s step-end infinite}`;
    // Who asked for less motion sees the last one too.
    const style = `@keyframes f${at}{${visible}}.f${at}{opacity:${isLast ? 1 : 0}}@media (prefers-reduced-motion:no-preference){${moves}}`;
    return [
      `<style>${style}</style>`,
      `<g class="f${at}">`,
      drawTitle(frame.about),
      drawScreen(frame.screen),
      '</g>',
    ].join('\n');
  });
  return drawWindow(size, about, groups.join('\n'));
}
