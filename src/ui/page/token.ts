const NAME = 'git-checkpoint-token';

/** Takes the token out of the address and keeps it for further tabs of this origin: host and port. */
export function keepToken(): void {
  const given = new URLSearchParams(location.search).get('token');
  if (given === null) return;
  localStorage.setItem(NAME, given);
  history.replaceState(null, '', `/${location.hash}`);
}

/** What the server knows its page by. */
export function token(): string {
  return localStorage.getItem(NAME) ?? '';
}
