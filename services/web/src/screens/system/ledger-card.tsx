import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RouteResponse } from '../../api/contract-types.js'
import { apiQuery, liveMs } from '../../api/queries.js'
import { rangeQuery } from '../../frame/range/range.js'
import { useChangeFrameSearch, useRange } from '../../frame/range/use-range.js'
import { countOf, formatCount, formatExactly } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Status } from '../../parts/status/status.js'
import { Empty } from '../../parts/states/empty.js'
import { ledgerColumns, namePlural, readLedger, type LedgerColumn, type LedgerLine } from './read-ledger.js'
import styles from './system.module.css'

const words = ['1h', '6h', '24h', '7d', '30d', '90d'] as const

const columnWords: Readonly<Record<LedgerColumn, { head: string; sum: string; tone: string }>> = {
  stored: { head: 'Stored', sum: 'stored', tone: '' },
  dropped: { head: 'Dropped', sum: 'dropped by your filters or unreadable', tone: '' },
  rate_limited: { head: 'Rate limited', sum: 'rate limited', tone: 'c-warn' },
  dead_lettered: { head: 'Not processed', sum: 'could not be processed', tone: 'c-bad' },
}

/** Outcomes of all items received in the range, by kind. */
export function LedgerCard() {
  const range = useRange()
  const changeFrame = useChangeFrameSearch()
  const query = useQuery({
    ...apiQuery('queryOutcomes', { query: { ...rangeQuery(range, words), group_by: 'kind,outcome' } }),
    refetchInterval: liveMs,
  })
  return (
    <section className="card" aria-label="Ledger">
      <header>
        <h2>Everything is accounted for</h2>
        {query.data && query.data.totals.received > 0 && (
          <span className="right">
            <Balance totals={query.data.totals} />
          </span>
        )}
      </header>
      <Answered query={query} shorten={() => changeFrame({ since: '1h' })}>
        {({ outcomes, totals }) =>
          totals.received === 0 ? (
            <Empty
              title="Nothing received in this range."
              action={
                <Link className="link" to="/new">
                  Send your first event
                </Link>
              }
            />
          ) : (
            <>
              <dl className={styles['sums']}>
                <Sum value={totals.received} words="received" sign="" tone="" />
                {ledgerColumns.map((column, index) => (
                  <Sum
                    key={column}
                    value={totals[column]}
                    words={columnWords[column].sum}
                    sign={index === 0 ? '=' : '+'}
                    tone={totals[column] > 0 ? columnWords[column].tone : ''}
                  />
                ))}
              </dl>
              <LedgerTable lines={readLedger(outcomes)} />
              {totals.client_discarded > 0 && (
                <footer>SDKs discarded {formatCount(totals.client_discarded)} more before sending.</footer>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

/** Whether every received item has exactly one outcome. */
function Balance({ totals }: { totals: RouteResponse<'queryOutcomes'>['totals'] }) {
  const ended = ledgerColumns.reduce((sum, column) => sum + totals[column], 0)
  const missing = totals.received - ended
  return (
    <Status tone={missing === 0 ? 'ok' : 'bad'} isPill>
      {missing === 0 ? 'Adds up to the item' : `${countOf(missing, 'item')} missing`}
    </Status>
  )
}

function Sum({ value, words: text, sign, tone }: { value: number; words: string; sign: string; tone: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd className={`tab ${tone}`} title={formatExactly(value)}>
        {sign !== '' && <span aria-hidden="true">{sign}</span>}
        {formatCount(value)}
      </dd>
    </div>
  )
}

function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Ledger by kind">
      <table className="table">
        <caption className="vh">Ledger by kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className="num">
              Received
            </th>
            {ledgerColumns.map((column) => (
              <th key={column} scope="col" className="num">
                {columnWords[column].head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.kind}>
              <th scope="row">{namePlural(line.kind)}</th>
              <td className="num">{formatExactly(line.received)}</td>
              {ledgerColumns.map((column) => (
                <td key={column} className={`num ${line[column] === 0 ? 't3' : columnWords[column].tone}`}>
                  {formatExactly(line[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
