import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Paths of the page, relative to a module in src/node/ or dist/chunks/, and to one in dist/commonjs/chunks/. */
const PLACES = ['../../dist/inspector/index.html', '../../inspector/index.html']

/** The URL of this module; in the CommonJS build, `import.meta.url` is replaced by its path. */
const HERE = import.meta.url.startsWith('file:') ? import.meta.url : pathToFileURL(import.meta.url)

/** Reads the inspector's page, which the build puts beside the code; undefined if it does not exist. */
export function readInspectorPage(): string | undefined {
  for (const place of PLACES) {
    try {
      return readFileSync(new URL(place, HERE), 'utf8')
    } catch {
      // Try the next one.
    }
  }
  return undefined
}
