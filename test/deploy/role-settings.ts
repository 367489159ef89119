import { agentServiceSettings } from '../../services/agent/src/config.js'
import { clusterAgentSettings } from '../../services/cluster-agent/src/config.js'
import { consumerServiceSettings } from '../../services/consumer/src/config.js'
import { controlPlaneServiceSettings } from '../../services/control-plane/src/config.js'
import { ingestServiceSettings } from '../../services/ingest/src/config.js'
import { queryServiceSettings } from '../../services/query/src/config.js'
import { signalboxSettings } from '../../services/signalbox/src/config.js'

/** The parts of a setting that are compared with files in `deploy/`. */
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

/** Roles that can run as separate processes. */
export const roles = ['control-plane', 'ingest', 'consumer', 'query', 'agent'] as const

function settingsOf(role: string): KnownSetting[] {
  return Object.values(definitions[role] ?? {})
}

/** Variables that no role reads. */
export function findUnknown(names: readonly string[]): string[] {
  const known = new Set(Object.keys(definitions).flatMap((role) => settingsOf(role).map(({ env }) => env)))
  return names.filter((name) => name.startsWith('SIGNALBOX_') && !known.has(name))
}

/** Variables that a role requires and that are not set. */
export function findMissing(role: string, names: readonly string[]): string[] {
  const needed = settingsOf(role).filter(({ required }) => required)
  return needed.map(({ env }) => env).filter((env) => !names.includes(env))
}

/** A role's default port, for the API or its health. */
export function defaultPortOf(role: string, env: 'SIGNALBOX_PORT' | 'SIGNALBOX_ADMIN_PORT'): unknown {
  return settingsOf(role).find((setting) => setting.env === env)?.default
}
