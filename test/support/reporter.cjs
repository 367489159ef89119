'use strict'

// mocha's `spec` reporter with a last line that machines can read: the counts, whatever the language of the tool.
const { reporters, Runner } = require('mocha')

class CountingSpecReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats
      process.stdout.write(`\n${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`)
    })
  }
}

module.exports = CountingSpecReporter
