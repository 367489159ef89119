/** Purpose of a file, judged by its path. */
export type FileKind = 'code' | 'config' | 'migration' | 'test' | 'docs' | 'ci' | 'style' | 'dependencies'

const kinds: readonly (readonly [FileKind, RegExp])[] = [
  [
    'test',
    /(^|\/)(tests?|__tests__|spec|specs|testdata|fixtures|e2e|mocks?)\/|[._-](test|spec|bench|fuzz)(_test)?\.[a-z]+$|_test\.[a-z]+$|(Test|Spec|IT)\.(java|kt|scala|cs)$|(^|\/)test_\w+\.py$/,
  ],
  [
    'ci',
    /(^|\/)\.(github|circleci|gitlab|buildkite|husky|vscode)\/|(^|\/)(Jenkinsfile|\.gitlab-ci\.yml|\.golangci\.ya?ml|\.eslintrc.*|\.prettierrc.*|\.editorconfig|\.gitignore|CODEOWNERS|Makefile|renovate\.json)$/,
  ],
  [
    'docs',
    /(^|\/)(docs?|documentation|runbooks?|adr)\/|\.(md|mdx|rst|adoc|txt)$|(^|\/)(README|CHANGELOG|LICENSE|AUTHORS)/i,
  ],
  ['style', /\.(css|scss|sass|less|svg|png|jpe?g|ico|woff2?|html?|hbs|ejs)$|(^|\/)(theme|palette)\.[jt]sx?$/],
  [
    'dependencies',
    /(^|\/)(go\.(mod|sum)|package(-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|requirements[\w.-]*\.txt|poetry\.lock|pyproject\.toml|Pipfile(\.lock)?|Gemfile(\.lock)?|pom\.xml|build\.gradle(\.kts)?|Cargo\.(toml|lock)|composer\.(json|lock)|[\w.-]+\.csproj)$/,
  ],
  ['migration', /(^|\/)(migrations?|migrate|schema|flyway|liquibase|alembic|ddl)\/|\.sql$/],
  [
    'config',
    /\.(ya?ml|toml|ini|conf|cfg|properties|env|tf|tfvars|hcl|json|cnf|service|plist|xml|cue|jsonnet|rules)$|(^|\/)(Dockerfile|Procfile|\.env[\w.-]*|Caddyfile|haproxy\w*|nginx\w*|jvm\.options)$/,
  ],
]

/** @returns The first kind that matches the path; `code` if none does. */
export function fileKind(path: string): FileKind {
  return kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? 'code'
}

/** True if a change to the file cannot affect what runs. */
export function isInert(kind: FileKind): boolean {
  return kind === 'test' || kind === 'docs' || kind === 'ci'
}
