import { basename } from 'node:path'
import { build } from 'esbuild'
import { programFormat, unbundled } from '../../deploy/build/bundle-programs.mjs'

// node test/bench/bundle.mjs FOLDER SOURCE…: bundles programs, and workers that they start, into one folder.
const [outdir, ...sources] = process.argv.slice(2)
await build({
  ...programFormat,
  entryPoints: sources.map((source) => ({ in: source, out: basename(source, '.ts') })),
  outdir,
  external: [...unbundled, 'tsx'],
})
