import { globMatcher } from '../core/glob.ts';

/**
 * Files that make an agent, an editor, a build or git itself run something or follow orders. Written from somebody else's checkpoint
 * they would act with the user's rights, so they are shown and asked about.
 */
const configuration = [
  '.claude/**',
  '.codex/**',
  '.gemini/**',
  '.cursor/**',
  '.aider*',
  '.cline/**',
  '.clinerules',
  '.clinerules/**',
  '.factory/**',
  '.windsurf/**',
  '.kiro/**',
  '.roo/**',
  '.roomodes',
  '.roorules*',
  '.amazonq/**',
  '.augment/**',
  '.continue/**',
  '.goosehints',
  '.junie/**',
  '.qwen/**',
  '.kimi-code/**',
  '.trae/**',
  '.zed/**',
  'copilot-instructions.md',
  '.opencode/**',
  '.kilo/**',
  'kilo.json',
  '.pi/**',
  'opencode.json*',
  'QWEN.md',
  'AGENT.md',
  'AGENTS.override.md',
  '.agents/**',
  '.claude-plugin/**',
  '.rules',
  '.mcp.json',
  'mcp.json',
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'GEMINI.md',
  '.cursorrules',
  '.windsurfrules',
  '.github/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  'Jenkinsfile',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  '.travis.yml',
  '.vscode/**',
  '.idea/**',
  '.devcontainer/**',
  '.envrc',
  '.husky/**',
  '.githooks/**',
  '.pre-commit-config.yaml',
  '*lefthook.y*ml',
  '.gitattributes',
  '.gitmodules',
  '.gitconfig',
  '.lfsconfig',
  '.npmrc',
  '.yarnrc*',
  '.yarn/**',
  '.pnp.*',
  '.pnpmfile.cjs',
  'Makefile',
  'GNUmakefile',
  'justfile',
  'Taskfile.y*ml',
  'conftest.py',
  'sitecustomize.py',
  'usercustomize.py',
  'setup.py',
  'noxfile.py',
  'tox.ini',
  'pytest.ini',
  'setup.cfg',
  'pyproject.toml',
  '*.config.[jt]s',
  '*.config.[cm][jt]s',
  '.eslintrc*',
  '.prettierrc*',
  '.babelrc*',
  '.mocharc*',
  '*.code-workspace',
  'CMakeLists.txt',
  'build.rs',
  '.cargo/**',
  'rust-toolchain*',
  '.mise.toml',
  'mise.toml',
  '.mise/**',
  '.tool-versions',
  'flake.nix',
  'shell.nix',
  'default.nix',
  'devenv.nix',
  'Rakefile',
  'Gemfile',
  'Vagrantfile',
  'Dockerfile',
  'docker-compose.y*ml',
  'compose.y*ml',
  'gradlew*',
  'gradle/**',
  '*.gradle',
  '*.gradle.kts',
  'mvnw*',
  '.mvn/**',
  'Directory.Build.*',
  '.bazelrc',
  '.bundle/**',
  '.pypirc',
  'bunfig.toml',
  '.vimrc',
  '.exrc',
  '.nvim.lua',
  '.dir-locals.el',
];

// Where the file system ignores case, `.Claude` is the agent's folder, too.
const isConfiguration = globMatcher(configuration.map((pattern) => pattern.toLowerCase()));

/** Whether writing this file can change what agents, editors, builds or git do. */
export function isConfigurationPath(path: string): boolean {
  return isConfiguration(path.toLowerCase());
}

/** Whether two versions of a package.json differ in what npm runs. One that cannot be read counts as different. */
export function scriptsDiffer(before: string | undefined, after: string): boolean {
  const [one, other] = [before ?? '{}', after].map(scriptsOf);
  return one === undefined || one !== other;
}

function scriptsOf(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : {};
    return JSON.stringify(scripts);
  } catch {
    // Not JSON: what npm makes of it is unknown, and unknown is asked about.
    return undefined;
  }
}
