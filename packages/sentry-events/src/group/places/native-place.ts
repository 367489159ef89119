import { cleanNativeName } from '../native-name.js'
import type { ReadPlace } from './place.js'

const disambiguator = /\[[0-9a-f]{8,17}\]/g
/** `{{closure}}` of legacy mangling, `{closure#0}` of v0, and the states of async functions. */
const rustClosure = /(?:::\{\{?[a-z_]{1,40}(?:#\d{1,6})?\}?\}(?:::<[^]*>)?)+/g
const vendored = /::h[0-9a-f]{16}$/
/** v0 writes inherent methods as `<shop::Cart>::total`, legacy mangling as `shop::Cart::total`. */
const inherent = /^<((?:[a-z_]\w{0,80}::)+\w{1,80})(?:<[^]*>)?>::/
const legacyImplementation = /^(?:[\w:]{1,200}::)?<impl ([^]{1,200}) for ([^]{1,200})>::/
const abiTag = /\[abi:[^\]]{0,40}\]/g
const lambda = /\{lambda|<lambda|\$_\d|_block_invoke|closure #/

/** C++, Swift and Rust names, independent of mangling, optimization and libc. */
export const readNativePlace: ReadPlace = ({ module, function: name }) => {
  const flat = name.replace(disambiguator, '').replace(vendored, '').replace(abiTag, '')
  const around = flat.includes('{') ? flat.replace(rustClosure, '') : flat
  const same = around.replace(legacyImplementation, '<$2 as $1>::').replace(inherent, '$1::')
  return {
    module,
    function: cleanNativeName(same).replace(/:{3,}/g, '::').replace(/::$/, ''),
    isAnonymous: around !== flat || lambda.test(name),
  }
}
