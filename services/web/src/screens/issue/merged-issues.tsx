import type { CountedIssueDetail } from '@signalbox/contracts'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { Button } from '../../parts/controls/button.js'
import type { useIssueChanges } from './queries.js'
import styles from './issue.module.css'

interface MergedIssuesProps {
  issue: CountedIssueDetail
  changes: ReturnType<typeof useIssueChanges>
}

/** Issues merged into this one, with the option to separate them. */
export function MergedIssues({ issue, changes }: MergedIssuesProps) {
  const permission = usePermission('issues:write')
  if (issue.merged_issues.length === 0) return null
  const separate = (mergedId: string, name: string) => {
    const fingerprints = issue.fingerprints
      .filter((each) => each.original_issue_id === mergedId)
      .map((each) => each.fingerprint)
    const work = () => api.call('unmergeIssue', { params: { issue_id: issue.id }, body: { fingerprints } })
    void changes.run(work, `Unmerged ${name}`)
  }
  return (
    <section className="card" aria-label="Merged issues">
      <header>
        <h2>Merged into this issue</h2>
      </header>
      <ul className={`pad ${styles['similar'] ?? ''}`}>
        {issue.merged_issues.map((merged) => (
          <li key={merged.id} className="row">
            <span className="clip grow" title={merged.title}>
              {merged.short_id} <span className="t3">{merged.title}</span>
            </span>
            <Button isSmall kind="quiet" permission={permission} onClick={() => separate(merged.id, merged.short_id)}>
              Unmerge
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
