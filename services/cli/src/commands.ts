import type { Command } from 'commander'
import type { CliEnvironment } from './environment.js'

/** Creates the command of one name with all of its subcommands. */
export type CommandFactory = (environment: CliEnvironment) => Command

/** Commands by name. Each is loaded from disk on demand, so that the others do not slow down startup. */
type Commands = Readonly<Record<string, () => Promise<CommandFactory>>>

/** The commands in help order: what people do every day comes first. */
export const commandGroups: readonly { heading: string; commands: Commands }[] = [
  {
    heading: 'Look:',
    commands: {
      errors: async () => (await import('./commands/errors.js')).createErrorsCommand,
      issues: async () => (await import('./commands/issues.js')).createIssuesCommand,
      traces: async () => (await import('./commands/traces.js')).createTracesCommand,
      trace: async () => (await import('./commands/trace.js')).createTraceCommand,
      logs: async () => (await import('./commands/logs.js')).createLogsCommand,
      metrics: async () => (await import('./commands/metrics.js')).createMetricsCommand,
      services: async () => (await import('./commands/services.js')).createServicesCommand,
      monitors: async () => (await import('./commands/monitors.js')).createMonitorsCommand,
      alerts: async () => (await import('./commands/alerts.js')).createAlertsCommand,
      cluster: async () => (await import('./commands/cluster.js')).createClusterCommand,
      nodes: async () => (await import('./commands/cluster.js')).createNodesCommand,
      top: async () => (await import('./commands/cluster.js')).createTopCommand,
    },
  },
  {
    heading: 'Act:',
    commands: {
      sessions: async () => (await import('./commands/sessions.js')).createSessionsCommand,
      incident: async () => (await import('./commands/incident.js')).createIncidentCommand,
      deployments: async () => (await import('./commands/deployments.js')).createDeploymentsCommand,
      changes: async () => (await import('./commands/changes.js')).createChangesCommand,
      workflows: async () => (await import('./commands/workflows.js')).createWorkflowsCommand,
    },
  },
  {
    heading: 'Set up:',
    commands: {
      start: async () => (await import('./commands/start.js')).createStartCommand,
      login: async () => (await import('./commands/login.js')).createLoginCommand,
      projects: async () => (await import('./commands/projects.js')).createProjectsCommand,
      'api-keys': async () => (await import('./commands/api-keys.js')).createApiKeysCommand,
      members: async () => (await import('./commands/members.js')).createMembersCommand,
      import: async () => (await import('./commands/import.js')).createImportCommand,
      channels: async () => (await import('./commands/channels.js')).createChannelsCommand,
      'alert-rules': async () => (await import('./commands/alert-rules.js')).createAlertRulesCommand,
      repositories: async () => (await import('./commands/repositories.js')).createRepositoriesCommand,
      sourcemaps: async () => (await import('./commands/sourcemaps.js')).createSourceMapsCommand,
      mcp: async () => (await import('./commands/mcp.js')).createMcpCommand,
      completion: async () => (await import('./commands/completion.js')).createCompletionCommand,
    },
  },
  {
    heading: 'Operate:',
    commands: {
      doctor: async () => (await import('./commands/doctor.js')).createDoctorCommand,
      'dead-letters': async () => (await import('./commands/dead-letters.js')).createDeadLettersCommand,
      replay: async () => (await import('./commands/replay.js')).createReplayCommand,
      backup: async () => (await import('./commands/backup.js')).createBackupCommand,
      restore: async () => (await import('./commands/restore.js')).createRestoreCommand,
      promote: async () => (await import('./commands/promote.js')).createPromoteCommand,
      'rotate-secret-key': async () => (await import('./commands/rotate-secret-key.js')).createRotateSecretKeyCommand,
      'owner-link': async () => (await import('./commands/owner-link.js')).createOwnerLinkCommand,
      'reset-password': async () => (await import('./commands/reset-password.js')).createResetPasswordCommand,
      investigator: async () => (await import('./commands/investigator.js')).createInvestigatorCommand,
    },
  },
]

/** All commands. */
export const commands: Commands = Object.fromEntries(commandGroups.flatMap((group) => Object.entries(group.commands)))

/** Aliases of commands. */
export const commandAliases: Readonly<Record<string, string>> = { keys: 'api-keys' }
