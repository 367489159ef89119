/** Blocks that are not shell, with the test that covers each. */
export const otherBlocks: readonly { document: string; language: string; triedBy: string }[] = [
  { document: 'README.md', language: '', triedBy: 'test/e2e/install/start-paths.test.ts' },
  { document: 'docs/alerts.md', language: 'yaml', triedBy: 'test/e2e/documents/shell-blocks.test.ts' },
  { document: 'docs/ci.md', language: 'yaml', triedBy: 'test/e2e/documents/shell-blocks.test.ts' },
  { document: 'docs/issue-search.md', language: '', triedBy: 'test/e2e/documents/other-blocks.test.ts' },
  { document: 'docs/opentelemetry.md', language: 'yaml', triedBy: 'test/e2e/documents/other-blocks.test.ts' },
  { document: 'docs/reports.md', language: 'text', triedBy: 'test/incidents/reports/write-reports.ts' },
  { document: 'docs/source-maps.md', language: 'js', triedBy: 'test/integration/bundler-plugins.test.ts' },
  { document: 'docs/workflow-files.md', language: 'yaml', triedBy: 'test/e2e/documents/shell-blocks.test.ts' },
  { document: 'docs/workflows.md', language: 'json', triedBy: 'test/e2e/documents/other-blocks.test.ts' },
]

/** Shell blocks that no test can run unchanged, by their beginning, with the test that covers each. */
export const leftOut: readonly { document: string; begins: string; reason: string }[] = [
  { document: 'README.md', begins: 'make run', reason: 'installs and builds everything: test/e2e/install' },
  {
    document: 'README.md',
    begins: 'export API_KEY=',
    reason: 'stands for what the start printed, which the test sets',
  },
  {
    document: 'README.md',
    begins: 'make cluster-agent',
    reason: 'runs until it is stopped: test/e2e/cluster-agent.test.ts',
  },
  {
    document: 'docs/ci.md',
    begins: 'make cli',
    reason: 'installs for all users: test/e2e/documents/packed-cli.test.ts',
  },
  { document: 'docs/backup.md', begins: 'rsync', reason: 'copies a folder with a program of its own' },
  {
    document: 'docs/backup.md',
    begins: 'signalbox restore',
    reason: 'the data directory is in use: services/cli/test/commands/backup.test.ts',
  },
  {
    document: 'docs/backup.md',
    begins: 'signalbox rotate',
    reason: 'the data directory is in use: test/security/secrets.test.ts',
  },
  {
    document: 'docs/identity-and-access.md',
    begins: 'curl -X POST "$URL/api/v1/auth/invitations',
    reason: 'stands for a token and a password: test/e2e/web/sign-in.test.ts',
  },
  {
    document: 'docs/identity-and-access.md',
    begins: 'signalbox reset-password',
    reason: 'needs a member: services/control-plane/test/identity/password-reset.test.ts',
  },
  {
    document: 'docs/incident-bundles.md',
    begins: 'signalbox sessions export',
    reason: 'needs a session that is over: test/integration/incidents.test.ts',
  },
  {
    document: 'docs/investigation.md',
    begins: 'signalbox sessions confirm',
    reason: 'needs a session with a report: services/cli/test/commands/sessions.test.ts',
  },
  {
    document: 'docs/kafka.md',
    begins: 'signalbox dead-letters list',
    reason: 'needs a dead letter, and Kafka: test/integration/dead-letters.test.ts',
  },
  {
    document: 'docs/mcp.md',
    begins: 'SIGNALBOX_URL=',
    reason: 'runs until its client leaves: services/cli/test/commands/mcp.test.ts',
  },
  {
    document: 'docs/projects.md',
    begins: 'signalbox import bugsink --from',
    reason: 'needs the servers that it names: test/integration/import.test.ts',
  },
  {
    document: 'docs/projects.md',
    begins: 'signalbox projects delete',
    reason: 'asks whether it may: services/cli/test/commands/projects.test.ts',
  },
  {
    document: 'docs/source-maps.md',
    begins: 'sentry sourcemap',
    reason: 'its program is not installed: test/integration/sentry-clients.test.ts',
  },
  {
    document: 'docs/source-maps.md',
    begins: 'export SENTRY_URL',
    reason: 'several versions of its program: test/e2e/sentry-cli.test.ts',
  },
]
