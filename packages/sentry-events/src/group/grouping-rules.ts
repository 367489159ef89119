import type { GroupingSettings } from '@signalbox/contracts'

/** The rules of a project, compiled. */
export interface GroupingRules {
  settings: GroupingSettings
}

/** Compiles the rules once, for many events. A line that is no rule is left out: it was refused when it was saved. */
export function compileGroupingRules(settings: GroupingSettings): GroupingRules {
  return { settings }
}
