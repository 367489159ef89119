import { dayMs, hourMs, queryCoverage, type Coverage } from '@signalbox/contracts'
import type { InvestigationStep } from '../investigation/investigation.js'
import type { TimeWindow } from '../investigation/time-window.js'
import { listWords } from '../wording/count-things.js'

/** How far back to look in a project that has been sending for more than a day. */
const lookBackMs = 6 * hourMs
/** Minimum look-back, used if nothing was sent. */
const lookBackMsMin = 2 * hourMs
/** Events this long after the alert no longer explain it. */
const afterMsMax = 6 * hourMs

/**
 * Chooses the time window to examine: from well before the alert until the session began. A young project is examined
 * over its complete last day, however little data that is. A project that has been sending for longer is examined over
 * six hours: long enough to catch slow build-ups, short enough that the daily cycle isn't mistaken for a change.
 * @returns Bounds on whole minutes, so that data points lie within.
 */
export async function chooseWindow(
  step: InvestigationStep,
  { firedAt, asOf }: { firedAt: number; asOf: number },
): Promise<TimeWindow> {
  const end = Math.min(asOf, firedAt + afterMsMax)
  const dayBefore = firedAt - dayMs
  const older = await fetchCoverage(step, { start: dayBefore - hourMs, end: dayBefore })
  if (older.length > 0) return { start: wholeMinute(firedAt - lookBackMs), end }
  const firsts = (await fetchCoverage(step, { start: dayBefore, end })).map(({ first }) => Date.parse(first))
  return { start: wholeMinute(Math.min(firedAt - lookBackMsMin, ...firsts)), end }
}

async function fetchCoverage(step: InvestigationStep, { start, end }: TimeWindow): Promise<readonly Coverage[]> {
  const query = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const { value } = await step.ask(queryCoverage, { query }, ({ sources }) =>
    sources.length === 0 ? 'Nothing was sent' : `There are ${listWords(sources.map(({ source }) => source))}`,
  )
  return value.sources
}

function wholeMinute(moment: number): number {
  return Math.floor(moment / 60_000) * 60_000
}
