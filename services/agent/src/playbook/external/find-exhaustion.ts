import { shareMatching } from './message-signals.js'
import type { Scene } from '../scene/scene.js'

const ranOut =
  /out of range.{0,40}\b(column|integer|smallint|bigint)\b|\b(integer|smallint|bigint) out of range|numeric value out of range|arithmetic overflow|nextval\b.{0,60}\b(maximum|limit)|\b(sequence|auto_?increment|identity)\b.{0,60}\b(exhaust\w*|maximum|overflow\w*)/i
const shareMin = 0.25

/** True if errors say that stored data reached a bound of its type or sequence: undoing a change doesn't free it. */
export function isExhausted(scene: Scene): boolean {
  return shareMatching(scene, ranOut).share >= shareMin
}
