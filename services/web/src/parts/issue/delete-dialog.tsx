import { useState } from 'react'
import { Button } from '../controls/button.js'
import { Dialog } from '../controls/dialog.js'
import { countOf } from '../numbers/format-number.js'

interface DeleteDialogProps {
  /** What is deleted. */
  issues: number
  events: number
  isOpen: boolean
  onClose(): void
  onDelete(isDiscarded: boolean): void
}

/** Confirms deleting issues with their events, which is irreversible. */
export function DeleteDialog({ issues, events, isOpen, onClose, onDelete }: DeleteDialogProps) {
  const [isDiscarded, setDiscarded] = useState(false)
  const what = `${countOf(issues, 'issue')} and ${issues === 1 ? 'its' : 'their'} ${countOf(events, 'event')}`
  return (
    <Dialog
      title={`Delete ${what}?`}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="main"
            onClick={() => {
              onDelete(isDiscarded)
              onClose()
            }}
          >
            Delete {what}
          </Button>
        </>
      }
    >
      <p>This can’t be undone. New events will open a new issue.</p>
      <label className="row">
        <input type="checkbox" checked={isDiscarded} onChange={(event) => setDiscarded(event.target.checked)} />
        Also discard future events. They are counted, then dropped.
      </label>
    </Dialog>
  )
}
