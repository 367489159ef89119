import { hourMs, clusterOverview, limits, parseTimestamp, querySaturation, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

/** Nodes and pods, and exhausted resources. */
export const clusterState = createTool('cluster_state', readingTools.cluster_state, async ({ start, end }, ask) => {
  const hours = Math.ceil(((parseTimestamp(end) ?? 0) - (parseTimestamp(start) ?? 0)) / hourMs)
  const query = { end, hours_back: Math.min(limits.query.clusterHoursBackMax, Math.max(1, hours)) }
  const [overview, saturation] = await Promise.all([
    ask(clusterOverview, { query }, ({ cluster }) => `A cluster of ${cluster.node_count} nodes`),
    ask(querySaturation, { query: { start, end } }, ({ total }) => `${total} signs of saturation`),
  ])
  return [
    { evidenceId: overview.evidenceId, about: 'cluster overview', shown: overview.value },
    { evidenceId: saturation.evidenceId, about: 'saturation', shown: saturation.value },
  ]
})
