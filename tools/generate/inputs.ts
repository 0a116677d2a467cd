import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GoTypes } from './go-types.js'
import type { Component, Operation } from './openapi.js'

/** All that is generated from. */
export type Inputs = {
  readonly go: GoTypes
  /** The components of the OpenAPI documents by name (`io.k8s.api.core.v1.Pod`). */
  readonly components: { readonly [component: string]: Component }
  /** The operations of the documents by path. */
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  /** The program text the server makes its documents from, which tells the values of enumerations too. */
  readonly definitions: string
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const MOST_OUTPUT = 64 * 1024 * 1024

// Without a workspace or flags of the machine, so that the module's own files say what is read.
const runGo = (...args: readonly string[]): string =>
  execFileSync('go', args, {
    cwd: FOLDER,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    env: { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly' },
  })

/**
 * Reads the Go types and the OpenAPI documents of the Kubernetes version that go.mod and inputs.json name. Needs `go`; what is
 * not in its module cache comes from the module proxy.
 *
 * @throws Error where what was downloaded is not what go.sum and inputs.json name
 */
export function readInputs(): Inputs {
  // Both files are this folder's own, and main.go writes what GoTypes says.
  const pinned = JSON.parse(readFileSync(join(FOLDER, 'inputs.json'), 'utf8')) as {
    readonly module: string
    readonly version: string
    readonly sum: string
  }
  const go = JSON.parse(runGo('run', '.')) as GoTypes // see main.go
  // The words of `go help mod download`.
  const { Dir, Sum } = JSON.parse(runGo('mod', 'download', '-json', `${pinned.module}@${pinned.version}`)) as {
    readonly Dir: string
    readonly Sum: string
  }
  if (Sum !== pinned.sum)
    throw new Error(`${pinned.module}@${pinned.version} has the sum ${Sum}, and inputs.json names ${pinned.sum}`)
  return {
    go,
    ...readDocuments(join(Dir, 'api/openapi-spec/v3')),
    definitions: readFileSync(join(Dir, 'pkg/generated/openapi/zz_generated.openapi.go'), 'utf8'),
  }
}

type Document = { readonly paths?: Inputs['paths']; readonly components?: { readonly schemas?: Inputs['components'] } }

function readDocuments(folder: string): Pick<Inputs, 'components' | 'paths'> {
  const documents = readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Document) // OpenAPI v3
  return {
    components: Object.assign({}, ...documents.map(({ components }) => components?.schemas ?? {})),
    paths: Object.assign({}, ...documents.map(({ paths }) => paths ?? {})),
  }
}
