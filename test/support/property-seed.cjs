'use strict'

// Property tests use the same values in every run, so failures are caused by changes, not chance. Set PROPERTY_SEED for
// other values; `make fuzz` uses new ones each time.
const { configureGlobal } = require('fast-check')

configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) })
