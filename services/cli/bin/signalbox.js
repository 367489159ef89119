#!/usr/bin/env node
// Committed, so that the command can be linked before the sources are compiled, and written so that an old Node understands it.
const oldest = '20.19'

if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  end(`it needs Node ${oldest} or newer, and this is ${process.version}`)
}
try {
  await import('../dist/main.js')
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/main.js')) throw error
  end('it is not compiled yet: run make build first')
}

/** @param {string} reason */
function end(reason) {
  console.error(`signalbox: ${reason}`)
  process.exit(1)
}
