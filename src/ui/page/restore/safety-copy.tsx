import { Icon } from '../parts/icon.tsx';

/** Where what is there now will be, so that nobody has to be afraid of the button beside it. */
export function SafetyCopy({ number }: { number: number }) {
  return (
    <p class="safety">
      <Icon name="shield" title="safety copy" />
      <span>
        What you have now is saved first, as the next checkpoint (<b>{number}</b>). Undo brings it back.
      </span>
    </p>
  );
}
