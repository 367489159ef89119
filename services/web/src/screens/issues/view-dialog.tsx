import type { IssueView } from '@signalbox/contracts'
import { useState } from 'react'
import { usePermission } from '../../api/permission.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { Form } from '../../parts/form/form.js'
import { Check, Field } from '../../parts/form/labelled.js'
import { isTicked, textOf } from '../../parts/form/read-form.js'
import { defaultSort } from './search.js'
import type { Views } from './use-views.js'
import type { View } from './views.js'

/** The dialog's task: saving the current search, or renaming a view. */
export type ViewTask = { kind: 'save'; search: Pick<View, 'query' | 'sort'> } | { kind: 'rename'; view: IssueView }

interface ViewDialogProps {
  task: ViewTask | undefined
  views: Views
  onClose(): void
}

/** Dialog for a view's name. */
export function ViewDialog({ task, views, onClose }: ViewDialogProps) {
  return (
    <Dialog
      title={task?.kind === 'rename' ? `Rename “${task.view.name}”` : 'Save this search'}
      isOpen={task !== undefined}
      onClose={onClose}
    >
      {task?.kind === 'save' && <SaveForm search={task.search} views={views} onDone={onClose} />}
      {task?.kind === 'rename' && <RenameForm view={task.view} views={views} onDone={onClose} />}
    </Dialog>
  )
}

interface SaveFormProps {
  search: Pick<View, 'query' | 'sort'>
  views: Views
  onDone(): void
}

/** Saving under an existing name replaces that view's search. */
function SaveForm({ search: { query, sort = defaultSort }, views, onDone }: SaveFormProps) {
  const sharing = usePermission('issues:write')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const old = views.saved.find((view) => view.name === name.trim() && view.is_shared === isShared)
  const save = async (form: FormData) => {
    const body = { query, sort }
    const view = old ?? (await views.save({ ...body, name: textOf(form, 'name').trim(), is_shared: isShared }))
    if (old) await views.change(old.id, body)
    if (isTicked(form, 'opens')) await views.open(view)
    onDone()
  }
  return (
    <Form submit={old ? `Replace “${old.name}”` : 'Save'} saved="" save={save} isMain>
      {(faultOf) => (
        <>
          <Field
            label="Name"
            name="name"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            fault={faultOf('/name') ?? faultOf('/query')}
          />
          <Check
            label="Share with the organization"
            name="shared"
            checked={isShared}
            disabled={!sharing.isAllowed}
            hint={sharing.reason ?? 'Everyone can see it. Anyone who can edit issues can edit it.'}
            onChange={(event) => setShared(event.target.checked)}
          />
          <Check label="Open Issues with this view" name="opens" hint="Only for you." />
        </>
      )}
    </Form>
  )
}

function RenameForm({ view, views, onDone }: { view: IssueView; views: Views; onDone(): void }) {
  const save = async (form: FormData) => {
    await views.change(view.id, { name: textOf(form, 'name').trim() })
    onDone()
  }
  return (
    <Form submit="Rename" saved="" save={save} isMain>
      {(faultOf) => <Field label="Name" name="name" required defaultValue={view.name} fault={faultOf('/name')} />}
    </Form>
  )
}
