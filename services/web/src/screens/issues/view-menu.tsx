import type { IssueView } from '@signalbox/contracts'
import { useState } from 'react'
import { usePermission } from '../../api/permission.js'
import type { Permission } from '../../api/roles.js'
import { Menu } from '../../parts/controls/menu.js'
import type { MenuItem } from '../../parts/controls/menu-item.js'
import type { Views } from './use-views.js'
import { ViewDialog, type ViewTask } from './view-dialog.js'
import type { View } from './views.js'

interface ViewMenuProps {
  /** The current search. */
  search: Pick<View, 'query' | 'sort'>
  /** The saved view it matches. */
  current: IssueView | undefined
  views: Views
  onChoose(view: View): void
}

/** Actions on saved views, and a list of all of them. */
export function ViewMenu({ search, current, views, onChoose }: ViewMenuProps) {
  const [task, setTask] = useState<ViewTask>()
  const sharing = usePermission('issues:write')
  return (
    <>
      <Menu
        label="Saved views"
        icon="star"
        isSmall
        kind="quiet"
        items={[
          { id: 'save', text: 'Save this search…', onSelect: () => setTask({ kind: 'save', search }) },
          ...(current ? itemsOf(current, { views, sharing, setTask }) : []),
          ...views.saved.map((view, index) => ({
            id: view.id,
            text: view.name,
            isChosen: view.id === current?.id,
            startsGroup: index === 0,
            note: [view.is_shared && 'shared', view.is_default && 'opens'].filter(Boolean).join(', '),
            onSelect: () => onChoose(view),
          })),
        ]}
      />
      <ViewDialog task={task} views={views} onClose={() => setTask(undefined)} />
    </>
  )
}

interface ItemParts {
  views: Views
  sharing: Permission
  setTask(task: ViewTask): void
}

/** Actions allowed on the current view. */
function itemsOf(view: IssueView, { views, sharing, setTask }: ItemParts): MenuItem[] {
  const { name, is_shared: isShared, is_default: isDefault } = view
  const refusal = isShared ? sharing.reason : undefined
  return [
    {
      id: 'open',
      text: isDefault ? `Don’t open Issues with “${name}”` : `Open Issues with “${name}”`,
      onSelect: () => void views.open(isDefault ? undefined : view),
    },
    { id: 'rename', text: `Rename “${name}”…`, refusal, onSelect: () => setTask({ kind: 'rename', view }) },
    {
      id: 'share',
      text: isShared ? `Stop sharing “${name}”` : `Share “${name}” with the organization`,
      refusal: sharing.reason,
      onSelect: () => void views.share(view, !isShared),
    },
    { id: 'remove', text: `Delete “${name}”`, refusal, onSelect: () => void views.remove(view) },
  ]
}
