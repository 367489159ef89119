import type { Remediation } from '@signalbox/contracts'

/** A report's remediation as an instruction. */
export const remedyWords: Readonly<Record<Exclude<Remediation, 'none'>, string>> = {
  rollback: 'Roll back',
  'roll-forward': 'Roll forward',
  'config-revert': 'Revert the configuration',
  'feature-flag-disable': 'Turn off the feature flag',
  scale: 'Scale up',
  reschedule: 'Reschedule',
  restart: 'Restart',
  failover: 'Fail over',
  'rotate-cert': 'Rotate the certificate',
  'escalate-upstream': 'Escalate upstream',
  'purge-bad-data': 'Purge bad data',
}
