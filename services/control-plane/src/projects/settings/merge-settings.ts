import type { ProjectSettings, ProjectSettingsChange } from '@signalbox/contracts'

/** A partial update: the groups to change, with the fields to change. */
export type SettingsPatch = Omit<ProjectSettingsChange, 'expected_version'>

/** Applies a patch. Fields it does not contain stay unchanged; lists and texts are replaced completely. */
export function mergeSettings(current: ProjectSettings, patch: SettingsPatch): ProjectSettings {
  return {
    allowed_domains: patch.allowed_domains ?? current.allowed_domains,
    scrubbing: { ...current.scrubbing, ...patch.scrubbing },
    filters: { ...current.filters, ...patch.filters },
    grouping: mergeGrouping(current.grouping, patch.grouping),
    spikes: { ...current.spikes, ...patch.spikes },
    ...((patch.opentelemetry ?? current.opentelemetry) && {
      opentelemetry: { exceptions_as_errors: false, ...current.opentelemetry, ...patch.opentelemetry },
    }),
    quotas: patch.quotas ?? current.quotas,
    discarded_fingerprints: patch.discarded_fingerprints ?? current.discarded_fingerprints,
  }
}

/** The version is the only optional field: null removes it. */
function mergeGrouping(
  { version: currentVersion, ...current }: ProjectSettings['grouping'],
  { version = currentVersion, ...patch }: NonNullable<SettingsPatch['grouping']> = {},
): ProjectSettings['grouping'] {
  return { ...current, ...patch, ...(version !== null && version !== undefined && { version }) }
}
