import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OverviewJson } from '../api.ts';

function App() {
  const [overview, setOverview] = useState<OverviewJson>();
  useEffect(() => {
    fetch('/api/overview').then(async (response) => setOverview(await response.json()));
  }, []);
  return <main>{overview?.name ?? ''}</main>;
}

render(<App />, document.getElementById('app') ?? document.body);
