import { agentServiceSettings } from '../../services/agent/src/config.js'
import { clusterAgentSettings } from '../../services/cluster-agent/src/config.js'
import { consumerServiceSettings } from '../../services/consumer/src/config.js'
import { controlPlaneServiceSettings } from '../../services/control-plane/src/config.js'
import { ingestServiceSettings } from '../../services/ingest/src/config.js'
import { queryServiceSettings } from '../../services/query/src/config.js'
import { signalboxSettings } from '../../services/signalbox/src/config.js'

/** A setting as far as files of `deploy/` are compared with it. */
interface KnownSetting {
  env: string
  default?: unknown
  required?: boolean
}

const definitions: Readonly<Record<string, Readonly<Record<string, KnownSetting>>>> = {
  signalbox: signalboxSettings,
  ingest: ingestServiceSettings,
  consumer: consumerServiceSettings,
  query: queryServiceSettings,
  agent: agentServiceSettings,
  'control-plane': controlPlaneServiceSettings,
  'cluster-agent': clusterAgentSettings,
}

/** Roles that run as processes of their own. */
export const roles = ['control-plane', 'ingest', 'consumer', 'query', 'agent'] as const

function settingsOf(role: string): KnownSetting[] {
  return Object.values(definitions[role] ?? {})
}

/** Names of variables that no role reads. */
export function findUnknown(names: readonly string[]): string[] {
  const known = new Set(Object.keys(definitions).flatMap((role) => settingsOf(role).map(({ env }) => env)))
  return names.filter((name) => name.startsWith('SIGNALBOX_') && !known.has(name))
}

/** Variables that a role does not start without and that are not given. */
export function findMissing(role: string, names: readonly string[]): string[] {
  const needed = settingsOf(role).filter(({ required }) => required)
  return needed.map(({ env }) => env).filter((env) => !names.includes(env))
}

/** The port that a role listens on by default, for the API or for its own health. */
export function defaultPortOf(role: string, env: 'SIGNALBOX_PORT' | 'SIGNALBOX_ADMIN_PORT'): unknown {
  return settingsOf(role).find((setting) => setting.env === env)?.default
}
