import type { ProcessRole } from '@signalbox/contracts'

const names: Readonly<Record<ProcessRole, string>> = {
  ingest: 'Ingest',
  consumer: 'Consumer',
  query: 'Query',
  'control-plane': 'Control plane',
  agent: 'Agent',
}

/** All roles, in the order in which telemetry passes through them. */
export const allRoles: readonly ProcessRole[] = ['ingest', 'consumer', 'query', 'control-plane', 'agent']

/** `Consumer`, or `All in one process`. */
export function roleWords(roles: readonly ProcessRole[]): string {
  return roles.length === allRoles.length ? 'All in one process' : roles.map((role) => names[role]).join(', ')
}
