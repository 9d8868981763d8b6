import { render } from 'preact';
import { App } from './app.tsx';
import { listenToKeys } from './keys.ts';
import { follow, loadAll } from './load.ts';
import { parseRoute } from './route.ts';
import { update } from './store.ts';
import { keepToken } from './token.ts';

keepToken();
addEventListener('hashchange', () => {
  update({ route: parseRoute(location.hash) });
  scrollTo(0, 0);
});
listenToKeys();
render(<App />, document.getElementById('app') ?? document.body);
void loadAll();
follow();
