import type { Assertion } from '@signalbox/contracts'
import { checkAssertion, operatorWords } from './check-assertion.js'
import { ClaimMark } from './claim-list.js'
import { shorten } from './pointer.js'
import styles from './session.module.css'

const shownMax = 12

/** The checks that claims make on a stored result, with what they find. */
export function CheckList({ checks, result }: { checks: readonly Assertion[]; result: unknown }) {
  if (checks.length === 0) return null
  return (
    <div>
      <h3>Checks on this evidence</h3>
      <ul className={styles['checks']}>
        {checks.slice(0, shownMax).map((check, index) => (
          <CheckRow key={index} check={check} result={result} />
        ))}
      </ul>
      {checks.length > shownMax && <p className="small t3">and {checks.length - shownMax} more</p>}
    </div>
  )
}

function CheckRow({ check, result }: { check: Assertion; result: unknown }) {
  const { holds, found } = checkAssertion(result, check)
  const [first] = found
  return (
    <li className="claims">
      <ClaimMark isOut={!holds} />
      <div>
        <code>{check.pointer}</code> <span className="t3">{operatorWords[check.operator]}</span>{' '}
        {check.value !== undefined && <code>{shorten(check.value)}</code>}
        {!holds && <div className="small c-warn">found: {shorten(first?.value)}</div>}
        {holds && first && check.pointer.includes('*') && (
          <div className="small t3">found at /{first.path.join('/')}</div>
        )}
      </div>
    </li>
  )
}
