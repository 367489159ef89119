import { atWorkPairs } from './at-work.js'
import { blindPairs } from './blind.js'
import { chainPairs } from './chains.js'
import { dailyBusinessPairs } from './daily-business.js'
import { dayToDayPairs } from './day-to-day.js'
import { documentedManagedPairs } from './documented-managed.js'
import { documentedScriptPairs } from './documented-script.js'
import { firstSightCompiledPairs } from './first-sight-compiled.js'
import { firstSightScriptPairs } from './first-sight-script.js'
import { pairsFromScenes } from './from-scenes.js'
import { inServicePairs } from './in-service.js'
import { inTheFieldPairs } from './in-the-field.js'
import { javascriptPairs } from './javascript.js'
import { judgedPairs } from './judged.js'
import { managedPairs } from './managed.js'
import { messagePairs } from './messages.js'
import { nativePairs } from './native.js'
import { onCallMessagePairs } from './on-call-messages.js'
import { onCallSameFaultPairs } from './on-call-same-fault.js'
import { onCallTwoFaultsPairs } from './on-call-two-faults.js'
import { inTheQueuePairs } from './in-the-queue.js'
import { onDutyPairs } from './on-duty.js'
import { onTheRoadPairs } from './on-the-road.js'
import { onWatchPairs } from './on-watch.js'
import { outOfHoursPairs } from './out-of-hours.js'
import type { Pair } from './pair.js'
import { recordedPairs } from './recorded.js'
import { scriptingPairs } from './scripting.js'
import { smallCompanyPairs } from './small-company.js'
import { smallTradesPairs } from './small-trades.js'
import { varietyPairs } from './variety.js'

/** All pairs of events that a person has labeled as one issue or two. */
export const pairs: readonly Pair[] = [
  ...pairsFromScenes(),
  ...javascriptPairs,
  ...managedPairs,
  ...nativePairs,
  ...scriptingPairs,
  ...messagePairs,
  ...chainPairs,
  ...varietyPairs,
  ...recordedPairs,
  ...judgedPairs,
  ...blindPairs,
  ...onCallSameFaultPairs,
  ...onCallTwoFaultsPairs,
  ...onCallMessagePairs,
  ...documentedManagedPairs,
  ...documentedScriptPairs,
  ...firstSightScriptPairs,
  ...firstSightCompiledPairs,
  ...atWorkPairs,
  ...inTheFieldPairs,
  ...smallCompanyPairs,
  ...dailyBusinessPairs,
  ...smallTradesPairs,
  ...dayToDayPairs,
  ...onDutyPairs,
  ...inServicePairs,
  ...onTheRoadPairs,
  ...inTheQueuePairs,
  ...onWatchPairs,
  ...outOfHoursPairs,
]
