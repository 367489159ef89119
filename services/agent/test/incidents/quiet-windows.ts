import { readScene } from '../../src/playbook/scene/read-scene.js'
import { createQuietWindow } from '../support/quiet-window.js'

/**
 * The number of false problems in a thousand windows of pure noise: `node --import tsx --conditions=@signalbox/source
 * services/agent/test/incidents/quiet-windows.ts`.
 */
const windows = 1_000
let seen = 0
for (let seed = 1; seed <= windows; seed++) if (readScene(createQuietWindow(seed)).onset !== null) seen++
console.log(`an onset in ${seen} of ${windows} windows in which nothing is wrong`)
