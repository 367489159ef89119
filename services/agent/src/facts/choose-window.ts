import { dayMs, hourMs, queryCoverage, type Coverage } from '@signalbox/contracts'
import type { InvestigationStep } from '../investigation/investigation.js'
import type { TimeWindow } from '../investigation/time-window.js'
import { listWords } from '../wording/count-things.js'

/** How far back a project is looked at that has sent for longer than a day. */
const lookBackMs = 6 * hourMs
/** What is looked at when nothing was sent. */
const lookBackMsMin = 2 * hourMs
/** What happened so long after the alert explains it no more. */
const afterMsMax = 6 * hourMs

/**
 * Chooses the stretch of time to look at: until the session began, from well before the alert. Of a young project all
 * of its last day, however little that is. Of one that has sent for longer six hours: long enough for what builds up
 * slowly, and short enough that day and night do not pass for change.
 * @returns Bounds on whole minutes, so that points lie within.
 */
export async function chooseWindow(
  step: InvestigationStep,
  { firedAt, asOf }: { firedAt: number; asOf: number },
): Promise<TimeWindow> {
  const end = Math.min(asOf, firedAt + afterMsMax)
  const dayBefore = firedAt - dayMs
  const older = await askCoverage(step, { start: dayBefore - hourMs, end: dayBefore })
  if (older.length > 0) return { start: wholeMinute(firedAt - lookBackMs), end }
  const firsts = (await askCoverage(step, { start: dayBefore, end })).map(({ first }) => Date.parse(first))
  return { start: wholeMinute(Math.min(firedAt - lookBackMsMin, ...firsts)), end }
}

async function askCoverage(step: InvestigationStep, { start, end }: TimeWindow): Promise<readonly Coverage[]> {
  const query = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const { value } = await step.ask(queryCoverage, { query }, ({ sources }) =>
    sources.length === 0 ? 'Nothing was sent' : `There are ${listWords(sources.map(({ source }) => source))}`,
  )
  return value.sources
}

function wholeMinute(moment: number): number {
  return Math.floor(moment / 60_000) * 60_000
}
