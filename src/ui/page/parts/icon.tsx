import type { IconName } from '../words.ts';

const paths: Readonly<Record<IconName, string>> = {
  star: 'M8 1l2.1 4.6 5 .5-3.8 3.3 1.1 4.9L8 11.7l-4.4 2.6 1.1-4.9L.9 6.1l5-.5z',
  shield: 'M8 1l6 2v4.5c0 3.6-2.5 6.2-6 7.5-3.5-1.3-6-3.9-6-7.5V3z',
  flag: 'M3 1v14h1.5V9.5H13l-2-4 2-4H3z',
  broken: 'M7 1h2v8H7zM7 11h2v3H7z',
  branch: 'M4 1h2v8.5c1-1.5 4-1.5 4-4V5H9l2-3 2 3h-1v.5c0 4-5 4-6 6.5V15H4z',
  person: 'M8 1a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2 15c0-4 2.5-6 6-6s6 2 6 6z',
};

/** A small drawing with a name for who cannot see it. */
export function Icon({ name, title, tone = '' }: { name: IconName; title: string; tone?: string }) {
  return (
    <svg class={`icon ${tone}`} viewBox="0 0 16 16" width="14" height="14" role="img" aria-label={title}>
      <title>{title}</title>
      <path d={paths[name]} />
    </svg>
  );
}
