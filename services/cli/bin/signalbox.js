#!/usr/bin/env node
// Committed, so that the command can be linked before the sources are compiled.
import '../dist/main.js'
