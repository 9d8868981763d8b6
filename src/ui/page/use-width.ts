import { useEffect, useState } from 'preact/hooks';

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
