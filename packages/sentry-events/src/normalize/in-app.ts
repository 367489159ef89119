import { jvmPlatforms, scriptPlatforms } from '../platforms.js'

/** Values the rules match against. */
export interface FrameOrigin {
  function: string
  module: string
  filename: string
  absPath: string
  platform: string
  /** As sent by the SDK; false if absent. */
  inApp: boolean
}

/** Folders of installed packages, at any depth. */
const libraryFolders = [
  '/node_modules/',
  '/site-packages/',
  '/dist-packages/',
  '/vendor/',
  '/go/pkg/mod/',
  '/bower_components/',
  '/jspm_packages/',
]

/** Public package CDNs; a team's own asset host serves its own code. */
const packageCdns = [
  'unpkg.com',
  'cdn.jsdelivr.net',
  'cdnjs.cloudflare.com',
  'esm.sh',
  'esm.run',
  'cdn.skypack.dev',
  'ajax.googleapis.com',
  'code.jquery.com',
]

/** Packages of languages that identify frames by module. */
const libraryModules = [
  'kotlin.',
  'kotlinx.',
  'java.',
  'javax.',
  'jakarta.',
  'jdk.',
  'sun.',
  'com.sun.',
  'org.springframework.',
  'org.apache.',
]

/** Browser extensions run in everyone's pages. */
const extensionSchemes = [
  'chrome-extension:',
  'moz-extension:',
  'safari-extension:',
  'safari-web-extension:',
  'webkit-masked-url:',
]

/** Code that compilers and runtimes put into every stack: neither in-app nor useful for grouping. */
const noisePackages = ['@babel/', 'core-js/', 'tslib/', 'regenerator-runtime/', 'core-js-pure/']
const noiseFunctions = new Set([
  'runMicrotasks',
  'processTicksAndRejections',
  'nextTick',
  'queueMicrotask',
  'runNextTicks',
  '_tickCallback',
])
const runtimeFolders = /^(?:node:|internal\/)/

/** True if a frame is in-app: as reported by the SDK, unless the frame belongs to a known library. */
export function isInApp(frame: FrameOrigin, eventPlatform: string): boolean {
  if (!frame.inApp) {
    return false
  }
  const platform = frame.platform || eventPlatform
  return !isInLibrary(frame, platform) && !isNoise(frame, platform)
}

/** True if a JavaScript frame is excluded from grouping altogether. */
export function isNoise(frame: FrameOrigin, platform: string): boolean {
  if (!scriptPlatforms.has(platform)) {
    return false
  }
  const path = frame.absPath || frame.filename
  if (path === '' || runtimeFolders.test(path)) {
    const name = frame.function.slice(frame.function.lastIndexOf('.') + 1)
    return noiseFunctions.has(name)
  }
  const inPackage = packagePathOf(path)
  return noisePackages.some((name) => inPackage.startsWith(name) || frame.module.startsWith(name))
}

/** The part of a path below the innermost package folder; empty if there is none. */
function packagePathOf(path: string): string {
  const at = path.lastIndexOf('node_modules')
  const end = at + 'node_modules'.length + 1
  return at === -1 ? '' : path.slice(end).replaceAll('\\', '/')
}

function isInLibrary({ module, filename, absPath }: FrameOrigin, platform: string): boolean {
  if (jvmPlatforms.has(platform)) {
    return libraryModules.some((prefix) => module.startsWith(prefix))
  }
  const path = `/${absPath || filename}`.replaceAll('\\', '/')
  return path.startsWith('/node:') || libraryFolders.some((folder) => path.includes(folder)) || isForeignUrl(absPath)
}

function isForeignUrl(absPath: string): boolean {
  if (!absPath.startsWith('http')) {
    return extensionSchemes.some((scheme) => absPath.startsWith(scheme))
  }
  const host = absPath.split('/', 3)[2] ?? ''
  return packageCdns.includes(host)
}
