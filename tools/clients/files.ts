import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readApi } from './api.js'
import { goClient } from './go.js'
import { javaClient } from './java.js'
import { pythonClient } from './python.js'
import { rustClient } from './rust.js'

/** The projects that state the version of the package themselves, with what stands before it. */
const VERSIONED: readonly (readonly [file: string, before: RegExp])[] = [
  ...['', 'fakecluster/', 'example/'].map(
    (folder) => [`java/${folder}pom.xml`, /(<artifactId>fakecluster-parent<\/artifactId>\s*<version>)[^<]*/] as const,
  ),
  ...['Cargo.toml', 'Cargo.lock'].map((file) => [`rust/${file}`, /(name = "fakecluster"\nversion = ")[^"]*/] as const),
]

/** Returns where a file of clients/ is. */
export const pathOf = (file: string): string => fileURLToPath(new URL(`../../clients/${file}`, import.meta.url))

/** Returns the generated files of clients/, by their paths in it. */
export function clientFiles(): ReadonlyMap<string, string> {
  const api = readApi()
  return new Map([
    ['go/control_generated.go', goClient(api)],
    ['java/fakecluster/src/main/java/test/fakecluster/Control.java', javaClient(api)],
    ['python/fakecluster/control.py', pythonClient(api)],
    ['rust/src/control.rs', rustClient(api)],
    ...VERSIONED.map(([file, before]) => [file, versioned(file, before, api.version)] as const),
  ])
}

function versioned(file: string, before: RegExp, version: string): string {
  const text = readFileSync(pathOf(file), 'utf8')
  if (!before.test(text)) throw new Error(`${pathOf(file)} states no version where tools/clients/files.ts expects it`)
  return text.replace(before, `$1${version}`)
}
