import type { NormalEvent, NormalException } from '../normal-event.js'
import { createGlobs } from './glob.js'

/** Messages of failures in code that extensions, toolbars and in-app browsers inject into pages. */
const isExtensionMessage = createGlobs([
  // Browser extensions
  '*Extension context invalidated*',
  '*Could not establish connection. Receiving end does not exist*',
  '*The message port closed before a response was received*',
  '*message channel closed before a response was received*',
  '*Invalid call to runtime.sendMessage()*',
  '*chrome.runtime*',
  '*browser.runtime*',
  '*safari.extension*',
  // Wallets
  '*Cannot redefine property: ethereum*',
  '*Cannot set property ethereum of *',
  '*solana*inpage*',
  // Toolbars, readers, translators and password managers
  '*_AutofillCallbackHandler*',
  '*__firefox__*',
  '*__gCrWeb*',
  '*instantSearchSDKJSBridge*',
  '*atomicFindClose*',
  '*bmi_SafeAddOnload*',
  '*conduitPage*',
  '*EBCallBackMessageReceived*',
  '*jigsaw is not defined*',
  '*MyApp_RemoveAllHighlights*',
  '*originalCreateNotification*',
  '*plugin.setSuspendState is not a function*',
  '*fb_xd_fragment*',
  '*ComboSearch is not defined*',
  "*Can't find variable: gmo*",
  '*ZiteReader*',
  '*ztePageScrollModule*',
  '*vid_mate_check*',
])

/** Sources of extension and well-known toolbar code. */
const isExtensionSource = createGlobs([
  'chrome-extension://*',
  'moz-extension://*',
  'safari-extension://*',
  'safari-web-extension://*',
  'ms-browser-extension://*',
  'webkit-masked-url://*',
  'chrome://*',
  'resource://*',
  '*//webappstoolbarba.texthelp.com/*',
  '*//static.woopra.com/*',
  '*//metrics.itunes.apple.com.edgesuite.net/*',
  '*//127.0.0.1:4001/isrunning*',
])

const noSource = new Set(['', '<anonymous>', '[native code]', 'undefined'])

/** True if a page error comes from an extension, judged by its message or its newest frame with a known source. */
export function isExtensionError(event: NormalEvent): boolean {
  if (event.platform !== 'javascript') return false
  return event.exceptions.some(
    (exception) => isExtensionMessage(exception.value) || isExtensionSource(sourceOf(exception)),
  )
}

function sourceOf({ stacktrace }: NormalException): string {
  return stacktrace?.frames.findLast(({ absPath }) => !noSource.has(absPath))?.absPath ?? ''
}
