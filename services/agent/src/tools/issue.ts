import { listIssues, readIssue, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const issuesDefault = 20

/** One issue, or the newest ones. */
export const issue = createTool('issue', readingTools.issue, async ({ issue_id: id, limit }, ask) => {
  if (id === undefined) {
    const query = { limit: limit ?? issuesDefault }
    const listed = await ask(listIssues, { query }, ({ total }) => `${total} issues, those last seen first`)
    return [{ evidenceId: listed.evidenceId, about: 'issues', shown: listed.value }]
  }
  const read = await ask(readIssue, { params: { issue_id: id } }, ({ title }) => `The issue ${title}`)
  return [{ evidenceId: read.evidenceId, about: 'issue', shown: read.value }]
})
