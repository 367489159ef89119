import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** A column of short words, of numbers, or of the remaining width. The first one names the row. */
export interface Column<Row> {
  name: string
  kind?: 'short' | 'number'
  cell(row: Row): ReactNode
}

const classes = { short: 'small t2', number: 'num' }
const headClasses = { short: styles['short'], number: 'num' }

interface SettingsTableProps<Row> {
  /** What is listed, and in what order. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row, index: number): string
  /** Actions on a row, in the last column. */
  actions?(row: Row, index: number): ReactNode
}

/** A table of editable items. On phones each row is a card: its name, with labeled values below. */
export function SettingsTable<Row>({ caption, columns, rows, keyOf, actions }: SettingsTableProps<Row>) {
  return (
    <table className={`table ${styles['table'] ?? ''}`}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} scope="col" className={kind && headClasses[kind]}>
              {name}
            </th>
          ))}
          {actions && (
            <th scope="col" className={styles['actions']}>
              <span className="vh">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ name, kind, cell }) => (
              <td key={name} data-label={name} className={kind && classes[kind]}>
                <div>{cell(row)}</div>
              </td>
            ))}
            {actions && (
              <td className={styles['actions']}>
                <div>{actions(row, index)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
