import { join } from 'node:path'
import type { Scene } from './scene.js'

/** How a command is tested. One that makes no requests has no `--url` and runs as a separate program. */
export interface CommandCase {
  /** Arguments after the command; created for each run. */
  args?: (scene: Scene) => Promise<string[]> | string[]
  /** Human-readable output: on stdout, or on stderr if it must fail. */
  prints: RegExp
  /** True if the requested object does not exist: exit code 1. */
  fails?: true
  /** True if an argument is missing: exit code 2. */
  isWrongUsage?: true
  /** Output of `--json`: a list, one value, or one value per line; omitted if there is no `--json`. */
  json?: 'list' | 'value' | 'lines'
  /** Output for an empty installation. */
  printsOfNothing?: RegExp
  /** Works on files or only prints: needs no installation. */
  asksNobody?: true
  /** Its stdin. */
  input?: (scene: Scene) => string
}

const project = ['--project', '1']
const unknownId = '0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e'

const telemetry: Record<string, CommandCase> = {
  errors: { prints: /the first of all/, json: 'list', printsOfNothing: /^No matching errors in the last 24h/ },
  'errors explain': { args: ({ eventId }) => [eventId], prints: /The event has no stack/, json: 'value' },
  traces: { prints: /checkout/, json: 'list', printsOfNothing: /^No matching traces/ },
  trace: { args: ({ traceId }) => [traceId], prints: /checkout.*POST \/orders.*\n +payments/, json: 'value' },
  metrics: { prints: /cpu_usage_cores/, json: 'list', printsOfNothing: /^No matching samples/ },
  'metrics list': { prints: /queue\.length +data_point +gauge/, json: 'list', printsOfNothing: /^No matching metrics/ },
  'metrics show': {
    args: () => ['queue.length', '--group', 'queue', '--filter', 'queue=a'],
    prints: /^avg of queue\.length \(gauge, 1\), per 60 s\n\nGROUP.*\nqueue=a +3\.5 +3\.5 +3\.5 +▁$/m,
    json: 'list',
    printsOfNothing: /^No matching points of queue\.length/,
  },
  logs: { prints: /a long line/, json: 'list', printsOfNothing: /^No matching log entries/ },
  services: { prints: /checkout/, json: 'list', printsOfNothing: /^No service has sent telemetry/ },
  cluster: { prints: /^Nodes +1$/m, json: 'value', printsOfNothing: /^No node or pod/ },
  nodes: { prints: /node-1/, json: 'list', printsOfNothing: /^No node has sent/ },
  top: { prints: /pod-/, json: 'list', printsOfNothing: /^No pod has sent/ },
  'monitors list': { prints: /nightly/, json: 'list', printsOfNothing: /^No scheduled job/ },
}

const issues: Record<string, CommandCase> = {
  'issues list': { prints: /DEFAULT-1/, json: 'list', printsOfNothing: /^No matching issues/ },
  'issues show': { args: ({ issues: [id = ''] }) => [id], prints: /^Issue +DEFAULT-/m, json: 'value' },
  'issues resolve': { args: ({ issues: [id = ''] }) => [id], prints: /is resolved/ },
  'issues unresolve': { args: ({ issues: [id = ''] }) => [id], prints: /is unresolved/ },
  'issues archive': { args: ({ issues: [id = ''] }) => [id], prints: /is archived/ },
  'issues assign': { args: ({ issues: [id = ''] }) => ['none', id], prints: /is (un|re)?\w+/ },
  'issues comment': { args: ({ issues: [id = ''] }) => [id, 'Seen'], prints: /^[0-9a-f-]{36}$/m },
  'issues merge': {
    args: async (scene) => [await scene.createIssue(), await scene.createIssue()],
    prints: /now contains 2/,
  },
  'issues delete': { args: async (scene) => [await scene.createIssue(), '--yes'], prints: /^1 deleted/ },
  'issues discard': { args: async (scene) => [await scene.createIssue(), '--yes'], prints: /^1 deleted/ },
}

const sessions: Record<string, CommandCase> = {
  'sessions list': { prints: /cancelled.*Why\?/, json: 'list', printsOfNothing: /^No sessions/ },
  'sessions show': { args: ({ sessionId }) => [sessionId], prints: /^Session .* cancelled/, json: 'value' },
  'sessions start': { args: () => ['Why?'], prints: /^Session \S+ is /, json: 'lines' },
  'sessions watch': { args: ({ sessionId }) => [sessionId], prints: /is cancelled/, fails: true },
  'sessions cancel': { args: async (scene) => [await scene.createSession()], prints: /is cancelled/, json: 'value' },
  'sessions confirm': { args: ({ sessionId }) => [sessionId], prints: /\(409\)/, fails: true },
  'sessions correct': { args: ({ sessionId }) => [sessionId, '--no-change'], prints: /\(409\)/, fails: true },
  'sessions export': {
    args: ({ sessionId, folder, fresh }) => [sessionId, '-o', join(folder, fresh())],
    prints: /steps/,
  },
  'sessions replay': {
    args: ({ folder }) => [join(folder, 'app.js')],
    prints: /JSON|record/,
    fails: true,
    asksNobody: true,
  },
  'investigator evaluate': { prints: /^No sessions have been reviewed/ },
}

const incidents: Record<string, CommandCase> = {
  'incident export': {
    args: ({ folder, fresh }) => [
      '--start',
      new Date(Date.now() - 3_600_000).toISOString(),
      '-o',
      join(folder, fresh()),
    ],
    prints: /: .*event/,
    json: 'lines',
  },
  'incident import': { args: ({ folder }) => [join(folder, 'none')], prints: /ENOENT|no such file/i, fails: true },
}

const releases: Record<string, CommandCase> = {
  'deployments create': {
    args: ({ fresh }) => [fresh(), '--repository', 'acme/shop', '--no-monitor'],
    prints: /^[0-9a-f-]{36}$/m,
    json: 'value',
  },
  'deployments status': { args: ({ deploymentId }) => [deploymentId, '--status', 'failure'], prints: /is now failure/ },
  'deployments list': { prints: /Ship it/, json: 'list', printsOfNothing: /^No deployments in the last/ },
  'changes record': { args: () => ['--from-git', 'HEAD~1..HEAD'], prints: /commits recorded/ },
  'changes list': { prints: /Ship it/, json: 'list', printsOfNothing: /^No changes in the last/ },
  'sourcemaps upload': {
    args: ({ folder }) => [join(folder, 'app.js'), ...project, '--release', 'a@1'],
    prints: /^1 file uploaded/,
    json: 'value',
  },
  'sourcemaps list': { args: () => project, prints: /^ID|^No uploads/, json: 'list' },
  'sourcemaps count': { args: () => project, prints: /^TYPE|^No uploads/, json: 'list' },
  'sourcemaps delete': { args: () => [unknownId, ...project, '--yes'], prints: /No such upload/, fails: true },
}

const organization: Record<string, CommandCase> = {
  'projects list': { prints: /default/, json: 'list' },
  'projects create': { args: ({ fresh }) => [fresh()], prints: /^http:\/\/[0-9a-f]{32}@/, json: 'value' },
  'projects rename': {
    args: async (scene) => [await scene.createProject(), scene.fresh()],
    prints: /^Renamed project/,
  },
  'projects activate': { args: async (scene) => [await scene.createProject()], prints: /is now active/ },
  'projects deactivate': { args: async (scene) => [await scene.createProject()], prints: /is now inactive/ },
  'projects delete': { args: async (scene) => [await scene.createProject(), '--yes'], prints: /^Deleted/ },
  'repositories list': { prints: /acme\/shop/, json: 'list', printsOfNothing: /^No repositories/ },
  'repositories link': { args: () => ['acme/shop', ...project], prints: /^Linked/ },
  'repositories unlink': {
    args: async ({ signalbox, fresh }) => {
      const name = `acme/${fresh()}`
      await signalbox.call('POST', '/api/v1/telemetry/projects/1/repositories/', { full_name: name })
      return [name, ...project]
    },
    prints: /^Unlinked/,
  },
  'api-keys list': { prints: /Bootstrap/, json: 'list' },
  'api-keys create': { args: ({ fresh }) => [fresh()], prints: /^\S{20,}$/m, json: 'value' },
  'api-keys revoke': { args: async (scene) => [await scene.createKey()], prints: /^Revoked/ },
  'members list': { prints: /^No members yet/, json: 'list', printsOfNothing: /^No members yet/ },
}

/** Imports first query another server: what they make of its responses is tested next to the command. */
const imports: Record<string, CommandCase> = Object.fromEntries(
  ['sentry', 'glitchtip', 'bugsink'].map((name) => [
    `import ${name}`,
    {
      args: () => ['--from', 'http://127.0.0.1:9'],
      prints: /SIGNALBOX_IMPORT_TOKEN/,
      isWrongUsage: true,
      asksNobody: true,
    },
  ]),
)

const workflows: Record<string, CommandCase> = {
  'workflows apply': { args: ({ folder }) => ['-f', join(folder, 'workflow.yaml')], prints: /(create|keep) Look/ },
  'workflows export': { prints: /name: Look/ },
  'workflows list': { prints: /Look/, json: 'list', printsOfNothing: /^No workflows/ },
  'workflows run': { args: () => ['Look'], prints: /^Run \S+ is/, json: 'value' },
  'workflows runs': { args: () => ['Look'], prints: /STATUS/, json: 'list' },
  'workflows render': { args: () => ['Look'], prints: /Look at/ },
  'workflows schema': { prints: /"\$schema"|"type"/, asksNobody: true },
}

const notices: Record<string, CommandCase> = {
  'channels list': { args: () => project, prints: /webhook/, json: 'list', printsOfNothing: /^No channels/ },
  'channels add': {
    args: () => ['webhook', 'url=http://127.0.0.1:9/in', ...project],
    prints: /^[0-9a-f-]{36}$/m,
    json: 'value',
  },
  'channels test': { args: ({ channelId }) => [channelId, ...project], prints: /test not delivered/, fails: true },
  'channels remove': { args: async (scene) => [await scene.createChannel(), ...project], prints: /^Removed/ },
  'alerts list': { prints: /^No alerts/, json: 'list', printsOfNothing: /^No alerts/ },
  'alerts show': { args: () => [unknownId], prints: /\(404\)/, fails: true },
  'alerts acknowledge': { args: () => [unknownId], prints: /\(404\)/, fails: true },
  'alert-rules list': { prints: /Many issues/, json: 'list', printsOfNothing: /^No alert rules/ },
  'alert-rules apply': { args: ({ folder }) => ['-f', join(folder, 'rule.yaml')], prints: /(create|keep) Many issues/ },
  'alert-rules delete': { args: async (scene) => [await scene.createAlertRule()], prints: /^Deleted/ },
  'alert-rules mute': { args: () => ['Many issues', '--for', '5'], prints: /^Muted .* until/ },
  'alert-rules unmute': { args: () => ['Many issues'], prints: /^Unmuted/ },
  'alert-rules test': { args: () => ['Many issues'], prints: /condition does not hold/, json: 'value' },
  'alert-rules schema': { prints: /"oneOf"/, asksNobody: true },
}

const operation: Record<string, CommandCase> = {
  start: {
    args: () => ['--data-dir', '/proc/x'],
    prints: /is not usable; set SIGNALBOX_DATA_DIR/,
    fails: true,
    asksNobody: true,
  },
  mcp: { prints: /"jsonrpc":"2.0"/, input: () => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n' },
  doctor: { args: () => ['--wait', '60'], prints: /^ok +canary: a log entry sent to default appeared/m, json: 'list' },
  login: { prints: /^Logged in/, input: ({ signalbox }) => `${signalbox.apiKey}\n` },
  completion: { args: () => ['bash'], prints: /complete -o default/, asksNobody: true },
  'dead-letters list': {
    prints: /^No dead letters/,
    json: 'list',
    printsOfNothing: /^No dead letters/,
  },
  'dead-letters show': { args: () => ['0-999'], prints: /\(404\)/, fails: true },
  'dead-letters replay': { args: () => ['0-999'], prints: /\(404\)/, fails: true },
  replay: {
    args: () => ['--topic', 'envelopes', '--from', '2026-01-01T00:00:00Z', '--dry-run'],
    prints: /SIGNALBOX_/,
    fails: true,
    asksNobody: true,
  },
  backup: { args: ({ folder, fresh }) => [join(folder, fresh())], prints: /contains the control plane/ },
  promote: {
    args: ({ folder }) => ['--from', folder, '--to', `${folder}-other`],
    prints: /SIGNALBOX_|no /,
    fails: true,
    asksNobody: true,
  },
  restore: {
    args: ({ folder }) => [join(folder, 'app.js'), '--data-dir', join(folder, 'restored')],
    prints: /not a Signalbox backup/,
    fails: true,
    asksNobody: true,
  },
  'rotate-secret-key': {
    args: ({ signalbox }) => ['--data-dir', signalbox.dataDirectory],
    prints: /in use|runs/,
    fails: true,
    asksNobody: true,
  },
  'owner-link': {
    args: ({ signalbox }) => ['--data-dir', signalbox.dataDirectory, '--public-url', 'https://signalbox.test/'],
    prints: /become an owner.*\n\n +https:\/\/signalbox\.test\/\S+#/,
    asksNobody: true,
  },
  'reset-password': {
    args: ({ signalbox }) => ['nobody@example.com', '--data-dir', signalbox.dataDirectory],
    prints: /no user has the address/,
    fails: true,
    asksNobody: true,
  },
}

/** Every command, by its words. The test fails for a command that is not listed here. */
export const commandCases: Readonly<Record<string, CommandCase>> = {
  ...telemetry,
  ...issues,
  ...sessions,
  ...incidents,
  ...releases,
  ...organization,
  ...imports,
  ...workflows,
  ...notices,
  ...operation,
}
