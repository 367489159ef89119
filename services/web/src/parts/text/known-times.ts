import { createContext } from 'react'

/** Timestamps of the data that texts below are about, oldest first: they supply dates that the texts leave out. */
export const KnownTimes = createContext<readonly string[]>([])
