'use strict'

// mocha's `spec` reporter with a last line that machines can read: the counts, whatever the language of the tool.
const { reporters, Runner } = require('mocha')

/** How long what a failed test left open may keep the process. */
const leftOpenMs = 10_000

class CountingSpecReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats
      process.stdout.write(`\n${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`)
      // A test that failed halfway may not have closed what it opened; a run must end all the same. A run without
      // failures has no such excuse.
      if (failures > 0) setTimeout(() => process.exit(1), leftOpenMs).unref()
    })
  }
}

module.exports = CountingSpecReporter
