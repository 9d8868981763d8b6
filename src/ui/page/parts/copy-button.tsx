import { useState } from 'preact/hooks';

const SHOWN_MS = 1500;

/** Copies a text; a browser that forbids it is told so. */
export function CopyButton({ text, label, tone = 'small' }: { text: string; label: string; tone?: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(
        () => setSaid('Copied'),
        () => setSaid('The browser did not allow it'),
      )
      .then(() => setTimeout(() => setSaid(''), SHOWN_MS));
  return (
    <button type="button" class={tone} onClick={() => void copy()} aria-live="polite">
      {said === '' ? label : said}
    </button>
  );
}
