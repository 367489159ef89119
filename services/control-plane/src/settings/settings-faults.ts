import type { FieldFault, ProjectSettings } from '@signalbox/contracts'
import { isAllowedDomain } from './allowed-domain.js'
import type { SettingsPatch } from './merge-settings.js'

/** Faults that an answer lists; whoever corrects these sees the next. */
const faultsMax = 20

/**
 * What no schema can say about settings. Only groups that the change names are looked at: what was taken in before
 * never stands in the way of changing something else.
 * @param merged The settings as they would be.
 * @returns empty when all is well.
 */
export function findSettingsFaults(patch: SettingsPatch, merged: ProjectSettings): FieldFault[] {
  const faults = [...(patch.allowed_domains ? findDomainFaults(merged.allowed_domains) : [])]
  return faults.slice(0, faultsMax).map(({ pointer, detail }) => ({ in: 'body', name: pointer, detail }))
}

interface SettingsFault {
  /** JSON pointer into the settings. */
  pointer: string
  detail: string
}

function findDomainFaults(domains: readonly string[]): SettingsFault[] {
  return domains.flatMap((domain, index) =>
    isAllowedDomain(domain)
      ? []
      : [{ pointer: `/allowed_domains/${index}`, detail: 'must be a host, `*.` and a host, or `*`' }],
  )
}
