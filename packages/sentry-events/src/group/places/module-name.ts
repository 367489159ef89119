import { scriptPlatforms } from '../../platforms.js'

const separators = ['.', '/', '\\', ':']
/** Files that stand for their folder. */
const ofFolder = /^(?:mod\.rs|index|__init__|__main__)$/
const rustFile = /\.rs$/
const rustModuleFile = /[/\\]mod\.rs$/

/**
 * The last part of a module's name: the class, file or package that the code is in. Code that moves to another folder or
 * package with its file or class stays the same code.
 */
export function lastNameOf(module: string, platform: string): string {
  if (rustFile.test(module)) return module.replace(rustModuleFile, '.rs').replace(/^[^]*[/\\]/, '')
  const name = lastPartOf(module) || module
  if (!ofFolder.test(name)) return name
  const folder = lastPartOf(module.slice(0, -name.length - 1))
  return folder === '' || scriptPlatforms.has(platform) ? `${folder}/${name}` : folder
}

/** In linear time, unlike a pattern that ends with the text. */
function lastPartOf(text: string): string {
  return text.slice(Math.max(...separators.map((one) => text.lastIndexOf(one))) + 1)
}
