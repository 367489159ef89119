import { JsonValue } from './json-value.js'
import styles from './pairs.module.css'

/** Names and what they stand for. Values can be selected, and are never taken for markup. */
export function Pairs({ pairs }: { pairs: readonly (readonly [string, unknown])[] }) {
  return (
    <dl className={`kv ${styles['pairs'] ?? ''}`}>
      {pairs.map(([name, value], index) => (
        <div key={`${index} ${name}`} className={styles['pair']}>
          <dt>{name}</dt>
          <dd>
            <JsonValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
