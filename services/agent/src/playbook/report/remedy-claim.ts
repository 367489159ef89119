import type { Assertion, Change, Remediation } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import { listWords } from '../../wording/count-things.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { equals, type ClaimInput } from './assertions.js'
import { indexDropped } from './choose-remediation.js'
import { servicesOf } from '../changes/deployments.js'

/** Target of a remedy; empty and null if unknown. */
interface Target {
  on: string
  /** The version to return to. */
  to: string | null
  /** The change to blame. */
  change: string
}

/** What to do, as an instruction. */
const remedies: Readonly<Record<Remediation, (target: Target) => string>> = {
  rollback: ({ on, to }) => `Roll back ${on === '' ? 'the deployment' : on}${to === null ? '' : ` to ${to}`}`,
  'roll-forward': ({ on }) => `Deploy a fix${on === '' ? '' : ` to ${on}`}`,
  'config-revert': ({ on, change }) => `Revert ${change}${on === '' ? '' : ` on ${on}`}`,
  'feature-flag-disable': ({ on }) => `Revert the flag${on === '' ? '' : ` ${on}`}`,
  scale: ({ on }) => `Add capacity${on === '' ? '' : ` to ${on}`}`,
  reschedule: ({ on }) => (on === '' ? 'Move the workload to another node' : `Move the workload off ${on}`),
  restart: ({ on }) => `Restart ${on === '' ? 'it' : on}`,
  failover: ({ on }) => (on === '' ? 'Fail over to a healthy host' : `Take ${on} out of service`),
  'rotate-cert': () => 'Renew the certificate or credential',
  'escalate-upstream': ({ on }) => (on === '' ? 'Contact the upstream provider' : `Contact the provider behind ${on}`),
  'purge-bad-data': () => 'Set the bad record aside',
  none: () => '',
}

/** Says what to do now about the named cause. */
export function remedyClaim({ scene, ranking: { cause }, ids, remediation, rollbackTo }: ClaimInput): ClaimDraft[] {
  if (cause === null || remediation === 'none' || cause.kind === 'unrecorded') return []
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const say = (target: Partial<Target>) => `${remedies[remediation]({ on: '', to: null, change: '', ...target })}.`
  if (cause.kind === 'external') {
    // A surge is described by where it came in; missing capacity, by where it does harm.
    const short = remediation === 'scale' ? findFirstFailing(scene) : null
    const { advice } = cause.cause
    if (advice !== undefined) return [{ text: `${advice}.`, topic: 'remedy', assertion: [at('advice', advice)] }]
    return [
      {
        text: say({ on: short ?? cause.cause.on ?? '' }),
        topic: 'remedy',
        assertion: [
          at('name', cause.cause.name),
          at('on', cause.cause.on ?? null),
          ...(short === null ? [] : [equals(ids.timeline, '/first_failing_service', short)]),
        ],
      },
    ]
  }
  const flag = cause.kind === 'change' ? cause.flag : null
  if (flag !== null) return [{ text: say({ on: flag.name }), topic: 'remedy', assertion: [at('flag', flag.name)] }]
  const services = cause.kind === 'change' ? cause.live.services : servicesOf(cause.change)
  const { id, kind, title } = cause.change
  if (cause.kind === 'change' && cause.finding?.mechanism === indexDropped) return indexClaim(cause.change, at)
  if (kind === 'flag')
    return [{ text: `Revert the flag change "${title}".`, topic: 'remedy', assertion: [at('title', title)] }]
  return [
    {
      text: say({
        on: listWords(services),
        to: rollbackTo,
        change: kind === 'commit' ? `commit ${id.slice(0, 8)}` : 'the configuration',
      }),
      topic: 'remedy',
      assertion: [
        at('runs_on', services),
        at('id', id),
        ...(rollbackTo === null ? [] : [equals(ids.ranking, '/rollback_to', rollbackTo)]),
      ],
    },
  ]
}

function indexClaim({ id, kind }: Change, at: (field: string, value: unknown) => Assertion): ClaimDraft[] {
  const dropper = kind === 'commit' ? `commit ${id.slice(0, 8)}` : 'the change'
  return [
    {
      text: `Recreate the index that ${dropper} drops; rolling back code does not restore it.`,
      topic: 'remedy',
      assertion: [at('id', id), at('finding/mechanism', indexDropped)],
    },
  ]
}
