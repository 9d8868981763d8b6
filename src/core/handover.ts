const LEAD = 'You take over work that another session began. What it knew follows; go on from there.';

/** What a session reads first that takes over from another. */
export function handoverText(pack: string): string {
  return `${LEAD}\n\n${pack}`;
}

/** A prompt as its user meant it: what was handed over with it are words of another session. */
export function withoutHandover(prompt: string): string {
  // Some clients put a prompt in quotes.
  return prompt.replace(/^["']/, '').startsWith(LEAD) ? 'Go on from there.' : prompt;
}
