import type { Assertion } from '@signalbox/contracts'
import { checkAssertion, operatorWords } from './check-assertion.js'
import { ClaimMark } from './claim-list.js'
import { describePath, describePointer, lastField } from './describe-pointer.js'
import type { Found } from './pointer.js'
import styles from './session.module.css'
import { StoredValue } from './stored-value.js'

const shownMax = 12

/** The checks that claims make on a stored result, with what they find. */
export function CheckList({ checks, result }: { checks: readonly Assertion[]; result: unknown }) {
  if (checks.length === 0) return null
  const distinct = [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()]
  return (
    <div>
      <h3>Checks on this evidence</h3>
      <ul className={styles['checks']}>
        {distinct.slice(0, shownMax).map((check, index) => (
          <CheckRow key={index} check={check} result={result} />
        ))}
      </ul>
      {distinct.length > shownMax && <p className="small t3">and {distinct.length - shownMax} more</p>}
    </div>
  )
}

function CheckRow({ check, result }: { check: Assertion; result: unknown }) {
  const { holds, found } = checkAssertion(result, check)
  const [first] = found
  const name = lastField(check.pointer)
  const place = holds && first ? placeOf(check.pointer, first, result) : undefined
  return (
    <li className="claims">
      <ClaimMark isOut={!holds} />
      <div>
        <span className="t2">{describePointer(result, check.pointer)}</span>{' '}
        <span className="t3">{operatorWords[check.operator]}</span>{' '}
        {check.value !== undefined && (
          <b className="strong">
            <StoredValue name={name} value={check.value} />
          </b>
        )}
        {!holds && (
          <div className="small c-warn">
            found: {first === undefined ? 'nothing' : <StoredValue name={name} value={first.value} />}
          </div>
        )}
        {place !== undefined && <div className="small t3">found in {place}</div>}
      </div>
    </li>
  )
}

/** Names the object that a check with a wildcard found its value in. */
function placeOf(pointer: string, { path }: Found, result: unknown): string | undefined {
  return /\/\*\//.test(pointer) ? describePath(result, path.slice(0, -1)) : undefined
}
