import type { CountedIssueDetail } from '@signalbox/contracts'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Screen } from '../../frame/screen.js'
import { buttonClass } from '../../parts/controls/button.js'
import { Answered } from '../../parts/states/answered.js'
import { Note } from '../../parts/states/note.js'
import { Activity } from './activity.js'
import { EventCard } from './event-card.js'
import { Grouping } from './grouping.js'
import { Occurrences } from './occurrences.js'
import { IssueHead } from './issue-head.js'
import { KnownCause } from './known-cause.js'
import { MergedIssues } from './merged-issues.js'
import { useIssue, useIssueChanges } from './queries.js'
import { SimilarIssues } from './similar-issues.js'
import { SuspectCommits } from './suspect-commits.js'
import { SuspectedDeployment } from './suspected-deployment.js'
import { TagList } from './tag-list.js'
import styles from './issue.module.css'

/** One issue: its status, one of its events, and everything else known about it. */
export function IssuePage() {
  const { issueId = '', eventId = 'recommended' } = useParams({ strict: false })
  const query = useIssue(issueId)
  return (
    <Screen
      title={query.data?.short_id ?? issueId}
      parent={{ text: 'Issues', to: '/issues' }}
      freshness={query}
      hasRange={false}
      hasProject={false}
    >
      <Answered
        query={query}
        what={`issue ${issueId}`}
        way={
          <Link className={buttonClass({ isSmall: true })} to="/issues">
            All issues
          </Link>
        }
      >
        {(issue) => <IssueContent key={issue.id} issue={issue} eventId={eventId} />}
      </Answered>
    </Screen>
  )
}

function IssueContent({ issue, eventId }: { issue: CountedIssueDetail; eventId: string }) {
  const [fault, setFault] = useState<string>()
  const changes = useIssueChanges(issue, setFault)
  return (
    <>
      {fault !== undefined && <Note tone="bad">{fault}</Note>}
      <IssueHead issue={issue} changes={changes} />
      <KnownCause issue={issue} />
      <div className={`cols ${styles['two'] ?? ''}`}>
        <div className="stack">
          <Occurrences issue={issue} />
          <EventCard issue={issue} eventId={eventId} />
        </div>
        <aside className={`stack in-order ${styles['aside'] ?? ''}`} aria-label="About this issue">
          <SuspectedDeployment issue={issue} />
          <SuspectCommits issue={issue} />
          <TagList issue={issue} />
          <Activity issue={issue} changes={changes} />
          <SimilarIssues issue={issue} />
          <MergedIssues issue={issue} changes={changes} />
          <Grouping issue={issue} changes={changes} />
        </aside>
      </div>
    </>
  )
}
