import { JsonValue } from './json-value.js'
import styles from './pairs.module.css'

/** Names and values. Values can be selected and are never treated as markup. */
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
