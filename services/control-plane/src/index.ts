export * from './control-plane.js'
export type { BootstrapOptions, BootstrapReport } from './bootstrap.js'
