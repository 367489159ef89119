import { placeFrame } from './own-frame.js'
import { groupByOwnCode } from './own-grouping.js'
import { createStackReader } from './own-stack.js'
import { originComponents } from './package-frame.js'
import { identifyingMessage } from './identifying-message.js'
import { normalizeText } from './texts/plain-text.js'
import { findRunners } from './trim-frames.js'

/** Groups by the application's own code. */
export const signalbox2 = groupByOwnCode('signalbox:2', {
  readStack: createStackReader({
    placeFrame: (frame, platform) => placeFrame(frame, platform),
    findRunners,
    isCrashCalled: true,
  }),
  readText: (text) => normalizeText(text),
  readMessage: () => '',
  readWrapper: () => '',
  readTemplate: (template) => ({ name: 'message-template', value: template }),
  readException: (exception) => exception,
  stacktraceOf: ({ stacktrace }) => stacktrace,
  isEndless: () => false,
  selectCallers: () => undefined,
  omitLines: (components) => components,
  omitModules: (components) => components,
  omitCauses: (exceptions) => exceptions,
  describeOrigin: originComponents,
  readIdentifyingText: identifyingMessage,
})
