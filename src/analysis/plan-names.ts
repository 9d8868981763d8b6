/** What is called so has no ending. */
const BARE = 'Dockerfile|Containerfile|Makefile|Justfile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|CODEOWNERS';
const PATH = new RegExp(String.raw`[\w.-]+(?:\/[\w.-]+)*\.[a-z]{1,4}\b|(?:[\w.-]+\/)*(?:${BARE})\b`, 'g');

/** Paths, and names in code marks that are more than a word. */
export function namesIn(step: string): string[] {
  const code = [...step.matchAll(/`([A-Za-z_][\w.]{3,60})(?:\(\))?`/g)].map(([, name = '']) => name);
  return [...new Set([...pathsIn(step), ...code])];
}

export function pathsIn(text: string): string[] {
  return text.match(PATH) ?? [];
}
