import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Where the page is from a file of src/node/ or dist/chunks/, and from one of dist/commonjs/chunks/. */
const PLACES = ['../../dist/inspector/index.html', '../../inspector/index.html']

/** Reads the inspector's page, which the build has put beside the package's code; undefined where it is not there. */
export async function readInspectorPage(): Promise<string | undefined> {
  for (const place of PLACES) {
    const text = await readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8').catch(() => undefined)
    if (text !== undefined) return text
  }
  return undefined
}
