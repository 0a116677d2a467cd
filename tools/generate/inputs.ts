import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KubernetesVersion, kubernetesVersions } from '../../src/model/registry/kubernetes-version.js'
import type { BootstrapObjects } from './bootstrap-types.js'
import type { FeatureGates } from './feature-gates.js'
import type { GoTypes } from './go-types.js'
import type { InternalTypes } from './internals.js'
import type { Component, PathItem } from './openapi.js'
import type { PerVersion } from './versions.js'

/** The inputs of the generator, of one version of Kubernetes. */
export type Inputs = {
  readonly go: GoTypes
  /** The components of the OpenAPI documents by name (`io.k8s.api.core.v1.Pod`). */
  readonly components: { readonly [component: string]: Component }
  /** The operations of the documents by path. */
  readonly paths: { readonly [path: string]: PathItem }
  /** The Go source of the OpenAPI definitions, which also has the values of enums. */
  readonly definitions: string
  /** The objects of a new server. */
  readonly bootstrap: BootstrapObjects
  /** The structs a server compares for the diff of a rejected change. */
  readonly internals: InternalTypes
  readonly gates: FeatureGates
  /** The Go sources with the priorities of group versions, that of the whole server last. */
  readonly priorities: readonly string[]
  /** The Go source that names the resources which are not stored in their newest version; empty for v1.33. */
  readonly storage: string
  /** The fields that columns of tables refer to by `docOf`, such as `core.v1.ServiceSpec.type`. */
  readonly columnFields: readonly string[]
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const MOST_OUTPUT = 64 * 1024 * 1024

// Without the machine's workspace or flags, so that only the module's own files count, and with the Go that they need.
const runGo = (moduleFile: string, command: string, ...args: readonly string[]): string =>
  execFileSync('go', [...command.split(' '), `-modfile=${moduleFile}`, ...args], {
    cwd: FOLDER,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    env: { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'auto' },
  })

/** The file that pins the modules of a version. */
const moduleFileOf = (version: KubernetesVersion) =>
  version === kubernetesVersions[0] ? 'go.mod' : `versions/${version}.mod`

/** The files of the server's module that are read as text. */
const TEXTS = {
  definitions: 'pkg/generated/openapi/zz_generated.openapi.go',
  storage: 'pkg/kubeapiserver/default_storage_factory_builder.go',
  priorities: ['pkg/controlplane/apiserver/aggregator.go', 'cmd/kube-apiserver/app/aggregator.go'],
}

/**
 * Reads the Go types, the OpenAPI documents, the feature gates and the bootstrap objects of all versions of Kubernetes.
 * Needs `go`; modules missing from its cache are downloaded from the module proxy.
 *
 * @throws Error if a download does not match the checksums
 */
export const readInputs = (): PerVersion<Inputs> =>
  new Map(kubernetesVersions.map((version) => [version, readInputsOf(version)]))

function readInputsOf(version: KubernetesVersion): Inputs {
  const moduleFile = moduleFileOf(version)
  const told = (folder: string): unknown => JSON.parse(runGo(moduleFile, 'run', folder))
  // The output format of `go mod download`.
  const { Dir } = JSON.parse(runGo(moduleFile, 'mod download', '-json', 'k8s.io/kubernetes')) as {
    readonly Dir: string
  }
  const textOf = (file: string) => readFileSync(join(Dir, file), 'utf8')
  return {
    go: told('.') as GoTypes, // see main.go
    bootstrap: told('./bootstrap') as BootstrapObjects, // see bootstrap/main.go
    internals: told('./internals') as InternalTypes, // see internals/main.go
    gates: told('./gates') as FeatureGates, // see gates/main.go
    ...readDocuments(join(Dir, 'api/openapi-spec/v3')),
    definitions: textOf(TEXTS.definitions),
    priorities: TEXTS.priorities.map(textOf),
    // The hashes of v1.33 are those of the specification, which are of newest versions.
    storage: version === kubernetesVersions[0] ? '' : textOf(TEXTS.storage),
    columnFields: readColumnFields(),
  }
}

function readColumnFields(): readonly string[] {
  const folder = join(FOLDER, '../../src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const found = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bdocOf\('([^']+)', '([^']+)'\)/g)].map(
      ([, struct, field]) => `${struct}.${field}`,
    ),
  )
  return [...new Set(found)].sort()
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
