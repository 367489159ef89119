import type { ProjectSettings, ProjectSettingsChange } from '@signalbox/contracts'

/** Settings to merge into others: the groups that are named, with the fields that are named. */
export type SettingsPatch = Omit<ProjectSettingsChange, 'expected_version'>

/** The settings after a change. What the change does not name stays; lists and texts are replaced as a whole. */
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

/** The version is the one field that can be absent: null takes it away. */
function mergeGrouping(
  { version: currentVersion, ...current }: ProjectSettings['grouping'],
  { version = currentVersion, ...patch }: NonNullable<SettingsPatch['grouping']> = {},
): ProjectSettings['grouping'] {
  return { ...current, ...patch, ...(version !== null && version !== undefined && { version }) }
}
