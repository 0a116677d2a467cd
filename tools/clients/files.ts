import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readApi } from './api.js'
import { goClient } from './go.js'
import { javaClient } from './java.js'
import { pythonClient } from './python.js'

/** The projects that state the version of the package themselves, with what stands before it. */
const VERSIONED: readonly (readonly [file: string, before: RegExp])[] = ['', 'fakecluster/', 'example/'].map(
  (folder) => [`java/${folder}pom.xml`, /(<artifactId>fakecluster-parent<\/artifactId>\s*<version>)[^<]*/],
)

/** Returns where a file of clients/ is. */
export const pathOf = (file: string): string => fileURLToPath(new URL(`../../clients/${file}`, import.meta.url))

/** Returns the generated files of clients/, by their paths in it. */
export function clientFiles(): ReadonlyMap<string, string> {
  const api = readApi()
  return new Map([
    ['go/control_generated.go', goClient(api)],
    ['java/fakecluster/src/main/java/test/fakecluster/Control.java', javaClient(api)],
    ['python/fakecluster/control.py', pythonClient(api)],
    ...VERSIONED.map(
      ([file, before]) => [file, readFileSync(pathOf(file), 'utf8').replace(before, `$1${api.version}`)] as const,
    ),
  ])
}
