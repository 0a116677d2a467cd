import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Where the page is from a file of src/node/ or dist/chunks/, and from one of dist/commonjs/chunks/. */
const PLACES = ['../../dist/inspector/index.html', '../../inspector/index.html']

/** Of this file; the build for CommonJS puts its path there. */
const HERE = import.meta.url.startsWith('file:') ? import.meta.url : pathToFileURL(import.meta.url)

/** Reads the inspector's page, which the build has put beside the package's code; undefined where it is not there. */
export function readInspectorPage(): string | undefined {
  for (const place of PLACES) {
    try {
      return readFileSync(new URL(place, HERE), 'utf8')
    } catch {
      // It may be in the other place.
    }
  }
  return undefined
}
