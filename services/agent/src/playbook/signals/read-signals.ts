import type { FactPack } from '../../facts/fact-pack.js'
import { readErrorSignals } from './error-signals.js'
import { readLogSignals } from './log-signals.js'
import { readSeriesSignals } from './series-signals.js'
import type { Signal } from './signal.js'
import { readSpanSignals } from './span-signals.js'

/** Everything that became different within the window, the first first. */
export function readSignals(facts: FactPack): Signal[] {
  const signals = [
    ...readSeriesSignals(facts),
    ...readLogSignals(facts),
    ...readErrorSignals(facts),
    ...readSpanSignals(facts),
  ]
  return signals.sort((a, b) => a.at - b.at || compareText(a.service, b.service) || compareText(a.text, b.text))
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
