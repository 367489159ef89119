import { compareOperations, queryErrorGroups, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const operationsMax = 100
const groupsMax = 50

/** What changed at a point in time: operations and error groups before and after it. */
export const compareWindows = createTool('compare_windows', readingTools.compare_windows, async (query, ask) => {
  const [operations, groups] = await Promise.all([
    ask(
      compareOperations,
      { query: { ...query, limit: operationsMax } },
      ({ total }) => `${total} operations before and after ${query.split}`,
    ),
    ask(
      queryErrorGroups,
      { query: { ...query, limit: groupsMax } },
      ({ total }) => `${total} groups of errors before and after ${query.split}`,
    ),
  ])
  return [
    { evidenceId: operations.evidenceId, about: 'operations', shown: operations.value },
    { evidenceId: groups.evidenceId, about: 'error groups', shown: groups.value },
  ]
})
