import { expect } from 'chai'
import { attackNames } from '../support/attacks/attacks.js'
import { startAttack } from '../support/attacks/start-attack.js'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox } from '../support/signalbox-process.js'

/** What is stopped has 10 seconds; an orderly stop within them ends with code 0, any other with 1. */
describe('SIGTERM', () => {
  for (const name of attackNames) {
    it(`ends the process in order and in time under attack: ${name}`, async function () {
      this.timeout(120_000)
      const signalbox = await startSignalbox()
      const end = await startAttack(name, signalbox)
      try {
        await eventually(async () => {
          expect(await readMetric(signalbox.adminUrl, 'signalbox_http_requests_in_progress')).to.be.at.least(1)
        })
        expect(await signalbox.stop(), signalbox.output()).to.equal(0)
      } finally {
        await end()
        await signalbox.dispose()
      }
    })
  }
})
