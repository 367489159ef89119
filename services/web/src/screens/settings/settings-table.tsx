import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** A column by its heading: of short words, of numbers, or of the room that is left. */
interface Column {
  name: string
  kind?: 'short' | 'number'
}

const classes = { short: styles['short'], number: 'num' }

interface SettingsTableProps {
  /** What is listed, in which order. */
  caption: string
  /** Without the last one, which holds what can be done to a row. */
  columns: readonly Column[]
  /** Rows. */
  children: ReactNode
}

/** A list of things that can be changed; narrow screens scroll it sideways. */
export function SettingsTable({ caption, columns, children }: SettingsTableProps) {
  return (
    <div className={styles['scroll']}>
      <table className="table">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind && classes[kind]}>
                {name}
              </th>
            ))}
            <th scope="col" className={styles['actions']}>
              <span className="vh">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
