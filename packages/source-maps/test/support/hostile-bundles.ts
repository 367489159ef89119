import { limits } from '@signalbox/contracts'
import { strToU8, zipSync, type Zippable } from 'fflate'

/** Hostile bundles, all unusable. */
export const hostileBundles: Record<string, () => Uint8Array> = {
  'bytes that are not ZIP': () => strToU8('nothing of the kind'),
  'no bytes at all': () => new Uint8Array(),
  'a bundle without a manifest': () => zip({ 'a.js': 'x' }),
  'a manifest that is not JSON': () => zip({ 'manifest.json': '{' }),
  'a manifest that names a file that is not there': () => zip({ 'manifest.json': { files: { 'a.js': {} } } }),
  'a name that leads out of a folder': () => zip({ 'manifest.json': { files: {} }, '../../etc/passwd': 'x' }),
  'an absolute name': () => zip({ 'manifest.json': { files: {} }, '/etc/passwd': 'x' }),
  'a URL of ten thousand characters': () =>
    zip({ 'manifest.json': { files: { a: { url: 'x'.repeat(10_000) } } }, a: 'x' }),
  'a file that inflates to more than it says': () =>
    lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x'.repeat(9_000) }), 100),
  'a file that inflates to less than it says': () =>
    lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x'.repeat(9_000) }), 50_000),
  'a file that says it has more bytes than may be': () =>
    lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x' }), limits.artifacts.fileBytesMax + 1),
  'a bundle that was cut off': () => zip({ 'manifest.json': { files: {} } }).subarray(0, 60),
  'a million entries': () => manyEntries(1_000_000),
}

export function zip(files: Record<string, unknown>): Uint8Array {
  const entries: Zippable = {}
  for (const [name, content] of Object.entries(files)) {
    if (content instanceof Uint8Array) entries[name] = content
    else entries[name] = strToU8(typeof content === 'string' ? content : JSON.stringify(content))
  }
  return zipSync(entries)
}

/** Changes the last entry's inflated size in the directory. */
export function lie(bytes: Uint8Array, size: number): Uint8Array {
  const buffer = Buffer.from(bytes)
  buffer.writeUInt32LE(size, buffer.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
  return buffer
}

/** A directory of one-byte names that all refer to the same empty file. */
function manyEntries(count: number): Uint8Array {
  const one = Buffer.from(zipSync({ a: new Uint8Array() }))
  const start = one.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const end = one.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const directory = Buffer.alloc((end - start) * count)
  for (let index = 0; index < count; index += 1) one.copy(directory, index * (end - start), start, end)
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt16LE(count % 65_536, 8)
  tail.writeUInt16LE(count % 65_536, 10)
  tail.writeUInt32LE(directory.length, 12)
  return Buffer.concat([one.subarray(0, start), directory, tail])
}
