import type { ReadingToolName } from '@signalbox/contracts'
import { changes } from './changes.js'
import { clusterState } from './cluster-state.js'
import { compareWindows } from './compare-windows.js'
import { events } from './events.js'
import { issue } from './issue.js'
import { logs } from './logs.js'
import { metricSeries } from './metric-series.js'
import { sql } from './sql.js'
import type { Tool } from './tool.js'
import { trace } from './trace.js'
import { traces } from './traces.js'

/** All read-only tools, for models and MCP clients alike. */
export const registry: Readonly<Record<ReadingToolName, Tool>> = {
  compare_windows: compareWindows,
  issue,
  events,
  logs,
  traces,
  trace,
  metric_series: metricSeries,
  cluster_state: clusterState,
  changes,
  sql,
}

/** @returns undefined if there is no such tool. */
export function findTool(name: string): Tool | undefined {
  return Object.values(registry).find((tool) => tool.name === name)
}
