import type { Hunk } from './hunks.ts';

const BRINGS_IN =
  /^\s*(?:import\b|from\s+\S+\s+import\b|(?:pub(?:\([^)]*\))? )?(?:use|mod|extern crate) [\w:]|using\s|package\s|#include\b|export\s*(?:\*|\{[^}]*\})\s*from\b|(?:const|let|var) .{1,80}=\s*require\()/;
/** `} from './a.ts';`, `    Reader,`, `)`: what an import over several lines goes on with. */
const GOES_ON = /^\s*(?:[\w*:{}() ,]{1,160},|[)}\]]*;?|\}\s*from\s.{1,160})\s*$/;

/** Whether a change only brings something in from elsewhere: what uses it tells more. */
export function isWiring({ text }: Hunk): boolean {
  const lines = text.split('\n').slice(1);
  const changed = lines.filter((line) => /^[+-]/.test(line)).map((line) => line.slice(1));
  return (
    lines.some((line) => BRINGS_IN.test(line.slice(1))) &&
    changed.every((line) => BRINGS_IN.test(line) || GOES_ON.test(line))
  );
}

const MANIFEST =
  /(?:^|\/)(?:Cargo\.toml|package\.json|pyproject\.toml|requirements[\w.-]*\.txt|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|[\w.-]+\.csproj)$/;

/** Whether a file names what others are built from. */
export function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}
