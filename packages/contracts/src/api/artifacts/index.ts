export * from './chunk-upload.js'
export * from './debug-files.js'
export * from './script-diagnosis.js'
export * from './source-map-upload.js'
