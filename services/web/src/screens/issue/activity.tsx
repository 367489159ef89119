import type { CountedIssueDetail, IssueActivity } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import { Button, IconButton } from '../../parts/controls/button.js'
import { Icon } from '../../parts/icon/icon.js'
import { Answered } from '../../parts/states/answered.js'
import { Skeleton } from '../../parts/states/skeleton.js'
import { Ago } from '../../parts/time/ago.js'
import { useMembers } from '../../api/members.js'
import { nameOf } from '../../api/name-of.js'
import { describeActivity } from './activity-words.js'
import type { useIssueChanges } from './queries.js'
import styles from './issue.module.css'

const liveMs = 10_000

interface ActivityProps {
  issue: CountedIssueDetail
  changes: ReturnType<typeof useIssueChanges>
}

/** The issue's activity and comments, newest first. */
export function Activity({ issue, changes }: ActivityProps) {
  const query = useQuery({
    ...apiQuery('listIssueActivities', { params: { issue_id: issue.id }, query: { limit: 100 } }),
    refetchInterval: liveMs,
  })
  return (
    <section className="card" aria-label="Activity">
      <header>
        <h2>Activity</h2>
      </header>
      <div className="pad">
        <Answered query={query} skeleton={<Skeleton rows={2} />}>
          {({ activities }) => (
            <ol className={`tl ${styles['activity'] ?? ''}`}>
              {activities.map((activity) => (
                <ActivityLine key={activity.id} {...{ activity, issue, changes }} />
              ))}
              <li>
                <span className="dot">
                  <Icon name="issue" />
                </span>
                <span className={styles['said']}>
                  First event{issue.first_release !== '' && `, in ${issue.first_release}`}
                </span>
                <span className="ago">
                  <Ago at={issue.first_seen_at} />
                </span>
              </li>
            </ol>
          )}
        </Answered>
        <CommentForm issue={issue} changes={changes} />
      </div>
    </section>
  )
}

function ActivityLine({ activity, issue, changes }: ActivityProps & { activity: IssueActivity }) {
  const { text, icon } = describeActivity(activity)
  const assignee = useMembers().find(({ id }) => id === activity.details.assignee_id)
  const { member_id: ownId } = useSession()
  const remove = () => {
    const params = { issue_id: issue.id, comment_id: activity.id }
    void changes.run(() => api.call('deleteIssueComment', { params }), 'Comment deleted')
  }
  return (
    <li>
      <span className="dot">
        <Icon name={icon} />
      </span>
      <span className={styles['said']}>
        <b>{activity.actor.kind === 'system' ? 'Issue' : activity.actor.name}</b>{' '}
        {activity.kind === 'assigned' && assignee
          ? assignee.id === activity.actor.id
            ? 'self-assigned'
            : `assigned this to ${nameOf(assignee)}`
          : text}
        {activity.text !== '' && <span className={styles['comment']}>{activity.text}</span>}
        {activity.kind === 'comment' && activity.actor.id === ownId && (
          <IconButton icon="trash" label="Delete comment" kind="quiet" isSmall onClick={remove} />
        )}
      </span>
      <span className="ago">
        <Ago at={activity.occurred_at} />
      </span>
    </li>
  )
}

function CommentForm({ issue, changes }: ActivityProps) {
  const permission = usePermission('issues:write')
  const [text, setText] = useState('')
  if (!permission.isAllowed) return null
  const send = async () => {
    const body = { text }
    if (await changes.run(() => api.call('createIssueComment', { params: { issue_id: issue.id }, body }))) setText('')
  }
  return (
    <form
      className={styles['commentForm']}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send()
      }}
    >
      <textarea
        aria-label="Add a comment"
        placeholder="Add a comment"
        rows={text === '' ? 1 : 3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && (
        <Button type="submit" isSmall>
          Comment
        </Button>
      )}
    </form>
  )
}
