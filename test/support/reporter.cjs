'use strict'

// mocha's `spec` reporter with a machine-readable last line of counts.
const { reporters, Runner } = require('mocha')

/** How long resources left open by a failed test may keep the process alive. */
const leftOpenMs = 10_000

class CountingSpecReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats
      process.stdout.write(`\n${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`)
      // A failed test may have left resources open, but the run must still end. A run without failures has no such
      // excuse.
      if (failures > 0) setTimeout(() => process.exit(1), leftOpenMs).unref()
    })
  }
}

module.exports = CountingSpecReporter
