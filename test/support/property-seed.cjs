'use strict'

// Property tests draw the same values in every run, so that a run fails for a change and not by chance. Another number
// in PROPERTY_SEED draws others; `make fuzz` draws new ones each time.
const { configureGlobal } = require('fast-check')

configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) })
