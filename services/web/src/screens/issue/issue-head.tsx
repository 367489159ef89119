import type { CountedIssueDetail, IssueChange } from '@signalbox/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { findProject, useProjects } from '../../frame/project/projects.js'
import { Button, ButtonGroup } from '../../parts/controls/button.js'
import { Menu } from '../../parts/controls/menu.js'
import { archiveItems, resolveItems } from '../../parts/issue/archive-items.js'
import { DeleteDialog } from '../../parts/issue/delete-dialog.js'
import { splitTitle } from '../../parts/issue/split-title.js'
import { describeState } from '../../parts/issue/state-words.js'
import { useAssignItems } from '../../parts/issue/use-assign-items.js'
import { Avatar } from '../../parts/person/avatar.js'
import { useTimes } from '../../parts/time/format-time.js'
import { Status, Tag } from '../../parts/status/status.js'
import { useNow } from '../../parts/time/now.js'
import { askWhy } from './ask-why.js'
import type { useIssueChanges } from './queries.js'
import { useIssueKeys } from './use-issue-keys.js'
import styles from './issue.module.css'

interface IssueHeadProps {
  issue: CountedIssueDetail
  changes: ReturnType<typeof useIssueChanges>
}

/** The issue's title, status and actions. */
export function IssueHead({ issue, changes }: IssueHeadProps) {
  const { type, text } = splitTitle(issue.title)
  const project = findProject(useProjects() ?? [], issue.project_id)
  const { tone, text: state } = describeState(issue, useNow(), useTimes())
  return (
    <div className={styles['head']}>
      <div className="grow">
        <div className={`row wrap ${styles['about'] ?? ''}`}>
          <Status tone={tone} isPill>
            {state}
          </Status>
          <Tag tone="line">{issue.level}</Tag>
          {project && <Tag tone="line">{project.name}</Tag>}
          {issue.platform !== '' && <Tag tone="line">{issue.platform}</Tag>}
          {issue.culprit !== '' && <span className="small t3 hide-s">{issue.culprit}</span>}
        </div>
        <h2 className={styles['title']}>
          {type} {text !== '' && <span>{text}</span>}
        </h2>
      </div>
      <IssueActions issue={issue} changes={changes} />
    </div>
  )
}

function IssueActions({ issue, changes }: IssueHeadProps) {
  const permission = usePermission('issues:write')
  const mayAsk = usePermission('sessions:write')
  const [isDeleting, setDeleting] = useState(false)
  const isOpen = issue.status === 'unresolved'
  const change = (words: string) => (what: IssueChange) => void changes.change(what, words)
  const toggle = () => change(isOpen ? 'Resolved' : 'Reopened')({ status: isOpen ? 'resolved' : 'unresolved' })
  const assign = useAssignItems(issue.assignee?.id, change(issue.assignee ? 'Reassigned' : 'Assigned'))
  useIssueKeys({ issue, changes, toggle, ask: () => askWhy(issue) })
  return (
    <div className={`row wrap ${styles['acts'] ?? ''}`}>
      <Button kind="main" icon="ask" permission={mayAsk} onClick={() => askWhy(issue)}>
        Ask why<kbd className={`hide-s ${styles['onInk'] ?? ''}`}>W</kbd>
      </Button>
      <ButtonGroup>
        <Button icon={isOpen ? 'check' : 'issue'} permission={permission} onClick={toggle}>
          {isOpen ? 'Resolve' : 'Reopen'}
        </Button>
        <Menu
          label="Resolve in a release"
          icon="down"
          permission={permission}
          items={resolveItems(change('Resolved'))}
        />
      </ButtonGroup>
      <Menu label="Archive" permission={permission} items={archiveItems(Date.now(), change('Archived'))}>
        Archive
      </Menu>
      <Menu label="Owner" permission={permission} items={assign}>
        <Avatar name={issue.assignee?.name} />
        {issue.assignee?.name ?? 'Unassigned'}
      </Menu>
      <Menu
        label="More"
        icon="more"
        items={[
          {
            id: 'copy',
            text: 'Copy issue ID',
            icon: 'copy',
            onSelect: () => void navigator.clipboard.writeText(issue.short_id),
          },
          {
            id: 'delete',
            text: 'Delete…',
            icon: 'trash',
            startsGroup: true,
            refusal: permission.reason,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      <DeleteIssue {...{ issue, changes }} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </div>
  )
}

function DeleteIssue({ issue, changes, isOpen, onClose }: IssueHeadProps & { isOpen: boolean; onClose(): void }) {
  const navigate = useNavigate()
  const remove = async (isDiscarded: boolean) => {
    const work = () => api.call('deleteIssue', { params: { issue_id: issue.id }, query: { discard: isDiscarded } })
    if (await changes.run(work, `Deleted ${issue.short_id}`)) await navigate({ to: '/issues' })
  }
  return (
    <DeleteDialog
      issues={1}
      events={issue.events}
      {...{ isOpen, onClose }}
      onDelete={(isDiscarded) => void remove(isDiscarded)}
    />
  )
}
