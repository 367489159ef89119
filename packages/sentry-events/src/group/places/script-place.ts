import { cleanFunctionName } from '../function-name.js'
import type { Place, ReadPlace } from './place.js'

/** Python 3.12 inlines comprehensions into the enclosing function. */
const comprehension = /^<(?:list|dict|set)comp>$/

export const readPythonPlace: ReadPlace = ({ module, function: name }) =>
  comprehension.test(name)
    ? undefined
    : { module, function: name.slice(name.lastIndexOf('.') + 1), isAnonymous: name.endsWith('<lambda>') }

/** Ruby 3.4 also names the class, and for blocks the enclosing method. */
const rubyPart = /^(?:(?:block|rescue|ensure)(?: \(\d{1,3} levels\))? in ){1,5}/

export const readRubyPlace: ReadPlace = ({ module, function: name }) => {
  const method = name.replace(rubyPart, '')
  const own = method.startsWith('<') ? method : method.replace(/^[A-Z][\w:]{0,200}[#.]/, '')
  return { module, function: cleanFunctionName(own, 'ruby'), isAnonymous: method !== name && name.startsWith('block') }
}

/**
 * PHP 8.4 includes the enclosing function in a closure's name, 8.3 only the namespace. For both, only the class before
 * it contributes; the source line or the text distinguishes closures further.
 */
export const readPhpPlace: ReadPlace = ({ module, function: name }) => {
  const at = name.indexOf('{closure')
  if (at === -1) return { module, function: cleanFunctionName(name, 'php'), isAnonymous: false }
  const scope = name.slice(0, at).lastIndexOf('::')
  const around = scope === -1 ? '' : cleanFunctionName(name.slice(0, scope), 'php')
  return { module, function: `${around === '' ? '' : `${around}::`}{closure}`, isAnonymous: true }
}

const goMethodValue = /-(?:fm|range\d{1,4})$/
const goClosures = /(?:\.(?:func|gowrap|deferwrap)){2,20}/g

export const readGoPlace: ReadPlace = ({ module, function: name }) => {
  const own = cleanFunctionName(name.replace(goMethodValue, ''), 'go')
  const once = own.replace(goClosures, '.func').replace(/^glob\.\.func/, 'init.func')
  return { module: module.replace(/(?:\/v\d{1,3})(?=$|\/)/, ''), function: once, isAnonymous: once.endsWith('.func') }
}

/** Wrappers that transpilers put around async functions. */
const transpiled =
  /^(?:asyncGeneratorStep|_next|_throw|_asyncToGenerator|__awaiter|__async(?:Generator)?|__generator|_regeneratorRuntime\w{0,40}|_callee\w{0,10}\$?)$/
const query = /[?#][^]*$/

export const readJavascriptPlace: ReadPlace = ({ module, function: name }): Place | undefined => {
  const own = cleanFunctionName(name, 'javascript')
  if (transpiled.test(own) && !own.startsWith('_callee')) return undefined
  const isAnonymous = own === '' || own.startsWith('_callee') || own.startsWith('<')
  return { module: module.replace(query, ''), function: isAnonymous ? '' : own, isAnonymous }
}
