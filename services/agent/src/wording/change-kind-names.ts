import type { Change } from '@signalbox/contracts'

/** Change kinds as used in sentences. */
export const changeKindNames = {
  commit: 'commit',
  deployment: 'deployment',
  flag: 'flag change',
  config: 'configuration change',
  infrastructure: 'infrastructure change',
  status: 'status notice',
  other: 'change',
} as const satisfies Record<Change['kind'], string>
