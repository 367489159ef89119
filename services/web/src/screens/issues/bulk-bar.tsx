import type { IssueChange, ListedIssue } from '@signalbox/contracts'
import { usePermission } from '../../api/permission.js'
import { Button } from '../../parts/controls/button.js'
import { Menu } from '../../parts/controls/menu.js'
import { archiveItems, resolveItems } from '../../parts/issue/archive-items.js'
import { useAssignItems } from '../../parts/issue/use-assign-items.js'
import { countOf } from '../../parts/numbers/format-number.js'

interface BulkBarProps {
  chosen: readonly ListedIssue[]
  onChange(change: IssueChange, words: string): void
  onMerge(): void
  onDelete(): void
  onClear(): void
}

/** Actions on all selected issues. */
export function BulkBar({ chosen, onChange, onMerge, onDelete, onClear }: BulkBarProps) {
  const permission = usePermission('issues:write')
  const assign = useAssignItems(undefined, (change) => onChange(change, 'Assigned'))
  const projects = new Set(chosen.map(({ project_id: projectId }) => projectId))
  const mergeRefusal =
    chosen.length < 2
      ? 'Select at least two issues'
      : projects.size > 1
        ? 'Issues must be in the same project'
        : undefined
  return (
    <div>
      <span className="strong" role="status">
        {countOf(chosen.length, 'issue')} selected
      </span>
      <Button isSmall icon="check" permission={permission} onClick={() => onChange({ status: 'resolved' }, 'Resolved')}>
        Resolve
      </Button>
      <Menu
        label="Resolve in a release"
        isSmall
        icon="down"
        permission={permission}
        items={resolveItems((change) => onChange(change, 'Resolved'))}
      />
      <Menu
        label="Archive"
        isSmall
        permission={permission}
        items={archiveItems(Date.now(), (change) => onChange(change, 'Archived'))}
      >
        Archive
      </Menu>
      <Menu label="Assign" isSmall permission={permission} items={assign}>
        Assign
      </Menu>
      <Menu
        label="More"
        isSmall
        icon="more"
        permission={permission}
        items={[
          { id: 'reopen', text: 'Reopen', onSelect: () => onChange({ status: 'unresolved' }, 'Reopened') },
          { id: 'merge', text: 'Merge', icon: 'merge', refusal: mergeRefusal, onSelect: onMerge },
          { id: 'delete', text: 'Delete…', icon: 'trash', startsGroup: true, onSelect: onDelete },
        ]}
      />
      <Button isSmall kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
