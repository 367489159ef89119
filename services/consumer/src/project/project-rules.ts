import { defaultProjectSettings, type ProjectSettings, type RecordProject } from '@signalbox/contracts'
import {
  compileGroupingRules,
  createInboundFilter,
  createScrubber,
  type GroupingRules,
  type InboundFilter,
  type Scrubber,
} from '@signalbox/sentry-events'
import { settingsKey, type BatchSettings } from './batch-settings.js'

/** The compiled settings of a project. */
export interface ProjectRules {
  settings: ProjectSettings
  scrubber: Scrubber
  filter: InboundFilter
  grouping: GroupingRules
  /** Fingerprints whose events are dropped. */
  discarded: ReadonlySet<string>
}

/** Compiles the settings of a project. */
export function compileProjectRules(settings: ProjectSettings): ProjectRules {
  return {
    settings,
    scrubber: createScrubber(settings.scrubbing),
    filter: createInboundFilter(settings.filters),
    grouping: compileGroupingRules(settings.grouping),
    discarded: new Set(settings.discarded_fingerprints),
  }
}

const compiledMax = 1_000
const compiled = new Map<string, ProjectRules>()

/** Rules of a project whose settings were never changed. */
export const defaultProjectRules = compileProjectRules(defaultProjectSettings)

/** The rules for a record of the project. Compiled rules are cached, because a version never changes. */
export function rulesOf(project: RecordProject, settings: BatchSettings | undefined): ProjectRules {
  if (project.settingsVersion === undefined) return defaultProjectRules
  const key = settingsKey({ projectId: project.id, version: project.settingsVersion })
  const known = compiled.get(key)
  if (known !== undefined) return known
  const found = settings?.get(key)
  if (found === undefined) return defaultProjectRules
  if (compiled.size >= compiledMax) compiled.clear()
  const rules = compileProjectRules(found)
  compiled.set(key, rules)
  return rules
}
