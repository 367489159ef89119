import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedLog } from '../../src/index.js'
import { describeEventLog } from '../contract-suite.js'

describeEventLog(
  'embedded',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'event-log-'))
    let life = 1
    const directory = () => join(root, `life-${life}`)
    return {
      open: (limits) => openEmbeddedLog({ ...limits, directory: directory() }),
      // The files of a running log are those of a killed process; a copy of them is reopened.
      crash: async () => {
        const left = directory()
        life += 1
        await cp(left, directory(), { recursive: true })
      },
      remove: () => rm(root, { recursive: true }),
    }
  },
  { hasDiskBudget: true, hasAtomicAppends: true, canCrash: true },
)
