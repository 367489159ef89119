import type { FieldFault, ProjectSettings } from '@signalbox/contracts'
import { findFilterFaults, findRuleFaults } from '@signalbox/sentry-events'
import { isAllowedDomain } from './allowed-domain.js'
import type { SettingsPatch } from './merge-settings.js'

/** Maximum number of faults in a response; the remaining ones show up after these are fixed. */
const faultsMax = 20

interface SettingsFault {
  /** JSON pointer into the settings. */
  pointer: string
  detail: string
}

/**
 * Finds faults that a schema cannot express. Checks only the groups that a change contains, so that settings accepted
 * earlier never block other changes.
 * @param merged The settings after the change.
 * @returns an empty list if there are none.
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

/** A JSON pointer identifies the text; the line within it can only be given in words. */
function findLineFaults(grouping: ProjectSettings['grouping']): SettingsFault[] {
  return findRuleFaults(grouping).map(({ field, line, detail }) => ({
    pointer: `/grouping/${field}`,
    detail: `line ${line}: ${detail}`,
  }))
}
