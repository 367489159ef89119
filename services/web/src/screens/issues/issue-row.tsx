import type { ListedIssue } from '@signalbox/contracts'
import { memo } from 'react'
import { Avatar } from '../../parts/person/avatar.js'
import { Sparkline } from '../../parts/chart/sparkline.js'
import { markBefore, type DeploymentMark } from '../../parts/deployment/deployment-mark.js'
import { shortRelease } from '../../parts/issue/short-release.js'
import { splitTitle } from '../../parts/issue/split-title.js'
import { isFresh, stateTag } from '../../parts/issue/state-words.js'
import { countOf, formatCount } from '../../parts/numbers/format-number.js'
import { Level } from '../../parts/status/level.js'
import { Tag } from '../../parts/status/status.js'
import { AgoAt } from '../../parts/time/ago.js'
import type { Times } from '../../parts/time/format-time.js'
import { IssueLink } from './issue-link.js'

interface IssueRowProps {
  issue: ListedIssue
  /** Position in the list, starting at 0. */
  index: number
  href: string
  /** The range's deployments. */
  marks: readonly DeploymentMark[]
  /** Unix milliseconds. */
  now: number
  times: Times
  /** True on phones, which have less space. */
  isNarrow: boolean
  isChosen: boolean
  isCurrent: boolean
  onChoose(issue: ListedIssue, isRange: boolean): void
  onPoint(index: number): void
}

/** One issue of the list. Its name is the link; a click anywhere in the row follows it. */
export const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { issue, index, marks, now, isNarrow, isChosen, isCurrent, onChoose, onPoint } = props
  return (
    <tr
      className={[isChosen && 'on', isCurrent && 'current'].filter(Boolean).join(' ') || undefined}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      onPointerEnter={() => onPoint(index)}
    >
      <td className="c-check">
        <label>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Select ${issue.short_id}`}
            onChange={(event) => onChoose(issue, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        </label>
      </td>
      <NameCell {...props} />
      <td className="c-trend">
        <Sparkline
          values={issue.series}
          isHot={isNew(issue, now)}
          marks={markBefore(marks, issue.first_seen_at)}
          label={`${countOf(issue.events, 'event')} in this range`}
        />
      </td>
      <td className="c-ev num">{formatCount(issue.events)}</td>
      {!isNarrow && <WideCells {...props} />}
    </tr>
  )
})

function WideCells({ issue, now, times }: IssueRowProps) {
  return (
    <>
      <td className="c-us num">{issue.users === 0 ? '–' : formatCount(issue.users)}</td>
      <td className="c-when">
        <div className="when">
          <LastSeen {...{ issue, now, times }} />
          <span>
            first <AgoAt at={issue.first_seen_at} now={now} times={times} />
          </span>
        </div>
      </td>
      <td className="c-who">
        <span title={issue.assignee?.name ?? 'Unassigned'}>
          <Avatar name={issue.assignee?.name} />
          <span className="vh">{issue.assignee?.name ?? 'Unassigned'}</span>
        </span>
      </td>
    </>
  )
}

/** True if the issue has just begun: red is reserved for that. */
function isNew({ status, first_seen_at: firstSeenAt }: ListedIssue, now: number): boolean {
  return isFresh(firstSeenAt, now) && status === 'unresolved'
}

function NameCell({ issue, href, now, times, isNarrow }: IssueRowProps) {
  const { type, text } = splitTitle(issue.title)
  const state = stateTag(issue, now)
  const isHot = isNew(issue, now) || state?.tone === 'warn' || issue.level === 'fatal'
  const tag = state && <Tag {...(state.tone && { tone: state.tone })}>{state.text}</Tag>
  return (
    <td className="c-name">
      <div className="iss">
        <Level level={issue.level} isHot={isHot} />
        <div className="row">
          <IssueLink issueId={issue.short_id} href={href}>
            {type} {text !== '' && <em>{text}</em>}
          </IssueLink>
          {!isNarrow && tag}
        </div>
        <div className="meta">
          {isNarrow && tag}
          <span>{issue.short_id}</span>
          {isNarrow ? (
            <span>
              <LastSeen {...{ issue, now, times }} />
            </span>
          ) : (
            <>
              {issue.culprit !== '' && <span className="clip">{issue.culprit}</span>}
              {issue.first_release !== '' && <span>since {shortRelease(issue.first_release)}</span>}
            </>
          )}
        </div>
      </div>
    </td>
  )
}

function LastSeen({ issue: { last_seen_at: at }, now, times }: Pick<IssueRowProps, 'issue' | 'now' | 'times'>) {
  return at === null ? 'not in this range' : <AgoAt at={at} now={now} times={times} />
}
