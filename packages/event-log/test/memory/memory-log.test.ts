import { createMemoryLog, type MemoryLogState } from '../../src/index.js'
import { describeEventLog } from '../contract-suite.js'

describeEventLog(
  'memory',
  () => {
    const state: MemoryLogState = new Map()
    return Promise.resolve({
      open: (limits) => Promise.resolve(createMemoryLog({ ...limits, state })),
      crash: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    })
  },
  { hasDiskBudget: true, hasAtomicAppends: true, canCrash: true },
)
