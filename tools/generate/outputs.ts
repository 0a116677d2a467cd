import { bootstrapFiles } from './bootstrap.js'
import { goNamesFile } from './go-names.js'
import { packageOf, reachedFrom } from './go-types.js'
import type { Inputs } from './inputs.js'
import { internalLines } from './internals.js'
import { hashLines, preferredKinds, readKinds, servedKinds, structsOf, type BuiltinKind } from './kinds.js'
import { HEAD, constantName, fileName } from './names.js'
import { featureGateNames, featureGatesFile } from './feature-gates.js'
import { priorityLines } from './priorities.js'
import { createLineWriter } from './structs.js'
import { descriptionFiles } from './descriptions.js'
import { typesFile } from './types.js'
import { typeFacts } from './type-facts.js'
import { type PerVersion, ofEach } from './versions.js'

const WIDTH = 120

// Structs only in replies, for which only protobuf is generated.
const REPLIES = [
  'meta.v1.Status',
  'meta.v1.WatchEvent',
  'meta.v1.PartialObjectMetadataList',
  'meta.v1beta1.PartialObjectMetadataList',
  'meta.v1.APIVersions',
  'meta.v1.APIGroupList',
  'meta.v1.APIResourceList',
  'apidiscovery.v2.APIGroupDiscoveryList',
]

/** Returns the files of src/model/generated/ by name, each for all versions. */
export function outputs(
  versions: PerVersion<Inputs>,
  gates: readonly string[] = featureGateNames,
): ReadonlyMap<string, string> {
  const kinds = new Map([...versions].map(([version, inputs]) => [version, readKinds(inputs)]))
  const held = new Map([...versions.values()].map((inputs) => [inputs.go, structsOf(inputs)]))
  const replied = new Map([...versions.values()].map(({ go }) => [go, reachedFrom(go, REPLIES)]))
  const isHeld = (name: string, { go }: Inputs) => held.get(go)?.has(name) === true
  const packages = [...byPackage(everyOf(held.values()))]
  const preferred = preferredKinds([...versions.values()].flatMap(servedKinds))
  const replies = byPackage(
    [...everyOf(replied.values())].filter((name) => ![...held.values()].some((of) => of.has(name))),
  )
  const lineOf = createLineWriter(versions, isHeld)
  const replyLineOf = createLineWriter(versions, (name, { go }) => replied.get(go)?.has(name) === true)
  const facts = typeFacts(versions)
  return new Map([
    ['structs.ts', structsFile(packages.map(([short, names]) => [short, names.map(lineOf)]))],
    ['reply-structs.ts', repliesFile([...replies].map(([short, names]) => [short, names.map(replyLineOf)] as const))],
    ['internal-structs.ts', internalsFile(internalLines(versions))],
    ['go-names.ts', goNamesFile(ofEach(versions, ({ go }) => go).flatMap((go) => (go ? [go] : [])))],
    ['storage-version-hashes.ts', hashesFile(hashLines(kinds))],
    ...packages
      .map(([short, names]) => [`types/${fileName(short)}.ts`, typesFile(short, names, facts)] as const)
      .filter(([, text]) => text !== '')
      .map(([file, text]) => [file, `${HEAD}${text}\n`] as const),
    ['types/scalars.ts', HEAD + SCALARS],
    ['kind-types.ts', kindTypesFile(preferred)],
    ['api-priorities.ts', prioritiesFile(priorityLines(versions))],
    ['feature-gates.ts', featureGatesFile(versions, gates)],
    ...[...bootstrapFiles(versions)].map(([file, text]) => [`bootstrap/${file}`, `${HEAD}${text}`] as const),
    ...[...descriptionFiles(versions)].map(([file, text]) => [`descriptions/${file}`, text] as const),
  ])
}

const everyOf = (sets: Iterable<ReadonlySet<string>>): readonly string[] => [
  ...new Set([...sets].flatMap((set) => [...set])),
]

/** Groups names by package, both sorted. */
function byPackage(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const packages = new Map<string, string[]>()
  for (const name of names.toSorted()) packages.set(packageOf(name), [...(packages.get(packageOf(name)) ?? []), name])
  return packages
}

const structsFile = (packages: readonly (readonly [string, readonly string[]])[]) => `${HEAD}
/** The structs of each package, a line each; src/model/registry/struct-lines.ts tells how one reads. */
export const STRUCTS: { readonly [short: string]: string } = {
${packages.map(([short, lines]) => `  '${short}': \`\n${lines.map(wrapped).join('\n')}\n\`,`).join('\n')}
}
`

/** Wraps a long line with an indent. */
function wrapped(line: string): string {
  const out: string[] = []
  for (const word of line.split(' ')) {
    const last = out.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) out[out.length - 1] = `${last} ${word}`
    else out.push(last === undefined ? word : ` ${word}`)
  }
  return out.join('\n')
}

const internalsFile = (lines: readonly string[]) => `${HEAD}
/** The structs as which a server compares what a refused change would change, a line each; src/kinds/struct/difference/types.ts tells how one reads. */
export const INTERNAL_STRUCTS = \`
${lines.map(wrapped).join('\n')}
\`
`

const repliesFile = (packages: readonly (readonly [string, readonly string[]])[]) => `${HEAD}
/** The structs that only replies hold, by package, a line each. */
export const REPLY_STRUCTS: { readonly [short: string]: string } = {
${packages.map(([short, lines]) => `  '${short}': \`\n${lines.map(wrapped).join('\n')}\n\`,`).join('\n')}
}
`

const hashesFile = (lines: readonly string[]) => `${HEAD}
/** What discovery tells of the version the objects of a kind are stored in, by the kind's struct, a line each. */
export const STORAGE_VERSION_HASHES = \`
${lines.join('\n')}
\`
`

const prioritiesFile = (lines: readonly string[]) => `${HEAD}
/** How a server ranks its versions among the others, a line each: \`GROUP/VERSION\`, the priority of the group and that of the version. */
export const API_PRIORITIES = \`
${lines.join('\n')}
\`
`

const SCALARS = `
/** What a Date has and no text has. */
export type DateMembers = { readonly [K in Exclude<keyof Date, keyof string>]: never } & { readonly valueOf: never }
/**
 * A time in RFC 3339, in whole seconds: a text, and no Date. It fits where \`@kubernetes/client-node\` says Date, as the
 * objects of its own watches do, which are texts there too: \`new Date(time)\` is right for both.
 */
export type Time = string & DateMembers
/** A time in RFC 3339 with six fraction digits; a text like Time. */
export type MicroTime = Time
/** A length of time: \`1m30s\`. */
export type Duration = string
/** An amount: \`500m\`, \`1Gi\`. */
export type Quantity = string
/** A whole number, or text such as a name or a share. */
export type IntOrString = number | string
/** The members somebody owns. */
export type FieldsV1 = { readonly [member: string]: unknown }
/** An object of any kind. */
export type RawExtension = { readonly [member: string]: unknown }
/** Any JSON. */
export type Json = unknown
`

function kindTypesFile(kinds: readonly BuiltinKind[]): string {
  const packages = [...new Set(kinds.map(({ struct }) => packageOf(struct)))].sort()
  const imports = [...packages, 'meta.v1']
    .sort()
    .map((short) => `import type * as ${constantName(short)} from './types/${fileName(short)}.js'`)
  return `${HEAD}${imports.join('\n')}

/** An object as the server gives it: what names it is there. */
export type StoredObject<T> = T & { readonly kind: string; readonly apiVersion: string; readonly metadata: metaV1.ObjectMeta }

/** The built-in kinds and the types of their objects, in the version that is meant where none is named. */
export interface KindTypes {
${kinds.map(({ kind, struct }) => `  readonly ${kind}: StoredObject<${constantName(packageOf(struct))}.${kind}>`).join('\n')}
}
`
}
