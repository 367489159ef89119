import type { GroupingAlgorithm } from './algorithm.js'
import { signalbox1 } from './signalbox-1.js'
import { signalbox2 } from './signalbox-2.js'
import { signalbox3 } from './signalbox-3.js'

/** Oldest first; never empty. */
export type GroupingAlgorithms = readonly [GroupingAlgorithm, ...GroupingAlgorithm[]]

/** All versions, oldest first. */
export const groupingAlgorithms: GroupingAlgorithms = [signalbox1, signalbox2, signalbox3]

/** The version to group by, and its predecessor, whose fingerprints identify older issues. */
export interface ChosenAlgorithms {
  current: GroupingAlgorithm
  /** Undefined if the first version is selected. */
  previous: GroupingAlgorithm | undefined
}

/** @param version defaults to the newest if undefined or unknown. */
export function chooseAlgorithms(algorithms: GroupingAlgorithms, version: string | undefined): ChosenAlgorithms {
  const named = algorithms.findIndex((algorithm) => algorithm.version === version)
  const index = named === -1 ? algorithms.length - 1 : named
  return { current: algorithms[index] ?? algorithms[0], previous: algorithms[index - 1] }
}
