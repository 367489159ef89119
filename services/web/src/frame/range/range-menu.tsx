import { useState } from 'react'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { Field } from '../../parts/form/labelled.js'
import { Menu } from '../../parts/controls/menu.js'
import { useTimes } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import { useActions } from '../actions/actions.js'
import { boundsOf, describeRange, isSinceWord, sinceMs, sinceNames } from './range.js'
import { useChangeFrameSearch, useRange } from './use-range.js'
import { textOf } from '../../parts/form/read-form.js'

const words = Object.keys(sinceMs).filter(isSinceWord)

/** Selects the view's time range: relative, or between two instants. */
export function RangeMenu() {
  const range = useRange()
  const now = useNow()
  const change = useChangeFrameSearch()
  const [isAsking, setAsking] = useState(false)
  useActions('Time range', [
    {
      id: 'range',
      text: 'Set a custom range',
      keys: 't',
      icon: 'clock',
      run: () => {
        setAsking(true)
      },
    },
    ...words.map((since) => ({
      id: since,
      text: sinceNames[since],
      icon: 'clock' as const,
      run: () => {
        change({ since })
      },
    })),
  ])
  return (
    <>
      <Menu
        label="Time range"
        icon="clock"
        isSmall
        items={[
          ...words.map((since) => ({
            id: since,
            text: sinceNames[since],
            isChosen: range.kind === 'since' && range.since === since,
            onSelect: () => {
              change({ since })
            },
          })),
          {
            id: 'between',
            text: 'Custom range…',
            isChosen: range.kind === 'between',
            startsGroup: true,
            onSelect: () => {
              setAsking(true)
            },
          },
        ]}
      >
        {describeRange(range, now, useTimes())}
      </Menu>
      <BetweenDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false)
        }}
      />
    </>
  )
}

/** Dialog for two instants in UTC. */
function BetweenDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const change = useChangeFrameSearch()
  const bounds = boundsOf(useRange(), Date.now())
  const [fault, setFault] = useState<string>()
  const submit = (form: FormData) => {
    const [start, end] = [`${textOf(form, 'start')}Z`, `${textOf(form, 'end')}Z`]
    if (!(Date.parse(start) < Date.parse(end))) {
      setFault('End must be after start.')
      return
    }
    setFault(undefined)
    change({ start: new Date(start).toISOString(), end: new Date(end).toISOString() })
    onClose()
  }
  return (
    <Dialog title="Custom range (UTC)" isOpen={isOpen} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
      >
        <Field
          label="Start"
          name="start"
          type="datetime-local"
          step={1}
          required
          defaultValue={toInput(bounds.startMs)}
        />
        <Field
          label="End"
          name="end"
          type="datetime-local"
          step={1}
          required
          defaultValue={toInput(bounds.endMs)}
          fault={fault}
        />
        <Button type="submit" kind="main">
          Apply
        </Button>
      </form>
    </Dialog>
  )
}

function toInput(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
