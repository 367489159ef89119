import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Component } from '@signalbox/service-kit'

/**
 * Makes the directory of everything that is stored before any part needs it, so that one that cannot be used is told once
 * and at once.
 */
export function createDataDirectory(dataDirectory: string): Component {
  const path = resolve(dataDirectory)
  return {
    name: 'data directory',
    start: () => {
      try {
        makeDirectory(path)
        accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`${path} cannot be used; set SIGNALBOX_DATA_DIR to one that can be written: ${reason}`, {
          cause,
        })
      }
    },
    stop: () => undefined,
  }
}

/** One folder after the other: `recursive` of Node never returns where folders cannot be made, such as below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeDirectory(dirname(path))
  mkdirSync(path)
}
