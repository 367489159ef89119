import type { Command } from 'commander'
import type { CliEnvironment } from './environment.js'

/** Creates the command of one name with all of its subcommands. */
export type CommandFactory = (environment: CliEnvironment) => Command

/** The commands in help order. Each is loaded from disk on demand, so that the others do not slow down startup. */
export const commands: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  start: async () => (await import('./commands/start.js')).createStartCommand,
  errors: async () => (await import('./commands/errors.js')).createErrorsCommand,
  issues: async () => (await import('./commands/issues.js')).createIssuesCommand,
  traces: async () => (await import('./commands/traces.js')).createTracesCommand,
  trace: async () => (await import('./commands/trace.js')).createTraceCommand,
  metrics: async () => (await import('./commands/metrics.js')).createMetricsCommand,
  logs: async () => (await import('./commands/logs.js')).createLogsCommand,
  services: async () => (await import('./commands/services.js')).createServicesCommand,
  cluster: async () => (await import('./commands/cluster.js')).createClusterCommand,
  nodes: async () => (await import('./commands/cluster.js')).createNodesCommand,
  top: async () => (await import('./commands/cluster.js')).createTopCommand,
  monitors: async () => (await import('./commands/monitors.js')).createMonitorsCommand,
  sessions: async () => (await import('./commands/sessions.js')).createSessionsCommand,
  investigator: async () => (await import('./commands/investigator.js')).createInvestigatorCommand,
  incident: async () => (await import('./commands/incident.js')).createIncidentCommand,
  deployments: async () => (await import('./commands/deployments.js')).createDeploymentsCommand,
  changes: async () => (await import('./commands/changes.js')).createChangesCommand,
  projects: async () => (await import('./commands/projects.js')).createProjectsCommand,
  repositories: async () => (await import('./commands/repositories.js')).createRepositoriesCommand,
  sourcemaps: async () => (await import('./commands/sourcemaps.js')).createSourceMapsCommand,
  'api-keys': async () => (await import('./commands/api-keys.js')).createApiKeysCommand,
  import: async () => (await import('./commands/import.js')).createImportCommand,
  members: async () => (await import('./commands/members.js')).createMembersCommand,
  workflows: async () => (await import('./commands/workflows.js')).createWorkflowsCommand,
  channels: async () => (await import('./commands/channels.js')).createChannelsCommand,
  alerts: async () => (await import('./commands/alerts.js')).createAlertsCommand,
  'alert-rules': async () => (await import('./commands/alert-rules.js')).createAlertRulesCommand,
  mcp: async () => (await import('./commands/mcp.js')).createMcpCommand,
  doctor: async () => (await import('./commands/doctor.js')).createDoctorCommand,
  login: async () => (await import('./commands/login.js')).createLoginCommand,
  completion: async () => (await import('./commands/completion.js')).createCompletionCommand,
  'dead-letters': async () => (await import('./commands/dead-letters.js')).createDeadLettersCommand,
  replay: async () => (await import('./commands/replay.js')).createReplayCommand,
  backup: async () => (await import('./commands/backup.js')).createBackupCommand,
  promote: async () => (await import('./commands/promote.js')).createPromoteCommand,
  restore: async () => (await import('./commands/restore.js')).createRestoreCommand,
  'rotate-secret-key': async () => (await import('./commands/rotate-secret-key.js')).createRotateSecretKeyCommand,
  'owner-link': async () => (await import('./commands/owner-link.js')).createOwnerLinkCommand,
  'reset-password': async () => (await import('./commands/reset-password.js')).createResetPasswordCommand,
}

/** Aliases of commands. */
export const commandAliases: Readonly<Record<string, string>> = { keys: 'api-keys' }
