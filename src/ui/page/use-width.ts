import { useEffect, useState } from 'preact/hooks';

/** Below this the style sheet has one column. */
export const NARROW = 720;

/** The width of the window, for what style sheets cannot know. */
export function useWidth(): number {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const look = () => setWidth(innerWidth);
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  return width;
}
