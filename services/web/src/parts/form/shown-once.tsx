import type { ReactNode } from 'react'
import { Code } from '../controls/code.js'
import { Note } from '../states/note.js'

/** A secret that the server shows only once, to copy now. */
export function ShownOnce({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    <div className="stack" role="status">
      <Note tone="accent" icon="check">
        {children}
      </Note>
      <Code text={text} label={label} />
    </div>
  )
}
