import type { FieldFault, ProjectSettings } from '@signalbox/contracts'
import { findFilterFaults, findRuleFaults } from '@signalbox/sentry-events'
import { isAllowedDomain } from './allowed-domain.js'
import type { SettingsPatch } from './merge-settings.js'

/** Faults that an answer lists; whoever corrects these sees the next. */
const faultsMax = 20

interface SettingsFault {
  /** JSON pointer into the settings. */
  pointer: string
  detail: string
}

/**
 * What no schema can say. Looks at the groups that a change names only: what was taken in before never stands in the way of changing something
 * else.
 * @param merged The settings as they would be.
 * @returns empty when all is well.
 */
export function findSettingsFaults(patch: SettingsPatch, merged: ProjectSettings): FieldFault[] {
  const faults = [
    ...(patch.allowed_domains ? findDomainFaults(merged.allowed_domains) : []),
    ...(patch.filters ? findPatternFaults(merged.filters) : []),
    ...(patch.grouping ? findLineFaults(merged.grouping) : []),
  ]
  return faults.slice(0, faultsMax).map(({ pointer, detail }) => ({ in: 'body', name: pointer, detail }))
}

function findDomainFaults(domains: readonly string[]): SettingsFault[] {
  return domains.flatMap((domain, index) =>
    isAllowedDomain(domain)
      ? []
      : [{ pointer: `/allowed_domains/${index}`, detail: 'must be a host, `*.` followed by a host, or `*`' }],
  )
}

function findPatternFaults(filters: ProjectSettings['filters']): SettingsFault[] {
  return findFilterFaults(filters).map(({ pointer, detail }) => ({ pointer: `/filters${pointer}`, detail }))
}

/** A pointer names the text; which of its lines it is can only be said in words. */
function findLineFaults(grouping: ProjectSettings['grouping']): SettingsFault[] {
  return findRuleFaults(grouping).map(({ field, line, detail }) => ({
    pointer: `/grouping/${field}`,
    detail: `line ${line}: ${detail}`,
  }))
}
