import { type Steps, eachInSteps } from '../../../base/turns/steps.js'
import { isAggregators } from '../groups.js'
import { componentsInSteps } from './components.js'
import type { Descriptions } from './descriptions.js'
import { v2 } from './dialect.js'
import type { WrittenV2, OperationV2, ParameterV2, PathV2, Reference, SchemaV2, SecurityV2 } from './document-v2.js'
import { type GroupVersionKind, type Operation, REASONS, pathsOf } from './operation.js'
import type { Parameter } from './parameters.js'
import type { Part } from './api-parts.js'
import type { Profile } from '../../../model/registry/profile.js'
import { bearerToken, builtInInfo } from './v3.js'
import { encodeJson } from '../../../base/json/json.js'
import { byName } from './order.js'

/** Returns the whole API as one document, one path or schema a step. */
export function* documentV2(
  parts: Iterable<() => Part>,
  descriptions: Descriptions,
  profile: Pick<Profile, 'version'>,
): Steps<WrittenV2> {
  const all = yield* eachInSteps(parts, (make) => make())
  const shared = createSharedParameters()
  const paths = yield* eachInSteps(
    pathsOf(all.flatMap(({ operations }) => operations)),
    ({ path, shared: common, operations }): [string, PathV2] => [
      path,
      {
        ...Object.fromEntries(
          operations.map(({ operation, own }) => [operation.method, operationOf(operation, own, shared)]),
        ),
        ...listed(common.map(parameterOf), shared),
      },
    ],
  )
  // Last, because the last root of a component counts: built-in kinds know more groups than custom resources.
  const roots = [...all.filter(({ isDefined }) => isDefined), ...all.filter(({ isDefined }) => !isDefined)].flatMap(
    (part) => part.roots,
  )
  const definitions = yield* componentsInSteps({ roots, others: () => undefined }, v2, descriptions)
  return {
    swagger: '2.0',
    info: builtInInfo(profile),
    paths: Object.fromEntries(paths),
    definitions,
    parameters: shared.all(),
    securityDefinitions: { BearerToken: securityOf(bearerToken) },
    security: [{ BearerToken: [] }],
  }
}

const reference = (component: string): SchemaV2 => ({ $ref: v2.references + component })

const operationOf = (operation: Operation, own: readonly Parameter[], shared: SharedParameters): OperationV2 => ({
  description: operation.description,
  ...(operation.consumes.length > 0 ? { consumes: operation.consumes } : {}),
  produces: operation.produces,
  schemes: ['https'],
  tags: [operation.tag],
  operationId: operation.id,
  ...listed([...bodyOf(operation), ...own.map(parameterOf)], shared),
  responses: {
    ...Object.fromEntries(
      Object.entries(operation.replies).map(([code, component]) => [
        code,
        { description: REASONS[code]!, schema: component === undefined ? { type: 'string' } : reference(component) },
      ]),
    ),
    '401': { description: REASONS['401']! },
  },
  ...(operation.action ? { 'x-kubernetes-action': operation.action } : {}),
  ...(operation.about ? { 'x-kubernetes-group-version-kind': kindOf(operation.about) } : {}),
})

const securityOf = ({ description, type, name, in: place }: SecurityV2): SecurityV2 => ({
  description,
  type,
  name,
  in: place,
})

// The aggregator reads what other servers tell as a map, which it writes in the order of its keys.
const kindOf = ({ group, version, kind }: GroupVersionKind): GroupVersionKind =>
  isAggregators(group) ? { group, version, kind } : { group, kind, version }

const bodyOf = ({ body }: Operation): readonly ParameterV2[] =>
  body
    ? [{ name: 'body', in: 'body', ...(body.required ? { required: true } : {}), schema: reference(body.component) }]
    : []

const listed = (list: readonly ParameterV2[], { refer }: SharedParameters): Pick<PathV2, 'parameters'> =>
  list.length > 0 ? { parameters: list.map(refer) } : {}

function parameterOf({ name, in: place, type, description }: Parameter): ParameterV2 {
  return { uniqueItems: true, type, description, name, in: place, ...(place === 'path' ? { required: true } : {}) }
}

/** The parameters that operations of a Swagger 2.0 document refer to (kube-openapi: deduplicateParameters). */
type SharedParameters = {
  /** Returns a reference to a parameter; the parameter itself if it is never shared. */
  readonly refer: (parameter: ParameterV2) => ParameterV2 | Reference
  /** All that were referred to, by name. */
  readonly all: () => { readonly [name: string]: ParameterV2 }
}

/** Starts a document without shared parameters. */
function createSharedParameters(): SharedParameters {
  const found = new Map<string, ParameterV2>()
  const names = new Map<string, string>()
  return {
    refer(parameter) {
      if (!isShared(parameter)) return parameter
      const text = encodeJson(parameter)
      let name = names.get(text)
      if (name === undefined) {
        names.set(text, (name = `${parameter.name}-${shortHash(text)}`))
        found.set(name, parameter)
      }
      return { $ref: `#/parameters/${name}` }
    },
    all: () => byName(Object.fromEntries(found)),
  }
}

const GENERIC = '#/definitions/io.k8s.apimachinery'
// The description of a name has the kind in it. Old releases of kubectl look for the others in each operation.
const OWN: ReadonlySet<string> = new Set(['name', 'fieldValidation', 'dryRun'])

const isShared = (parameter: ParameterV2): boolean =>
  parameter.in === 'body' ? parameter.schema.$ref?.startsWith(GENERIC) === true : !OWN.has(parameter.name)

/** The first six bytes of the hash in base64 for URLs. */
const shortHash = (text: string): string =>
  btoa(Array.from(fnv1Wide(utf8.encode(text)).subarray(0, 6), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const utf8 = new TextEncoder()

const WIDE_OFFSET = 0xcbf29ce484222325n
const WIDE_PRIME = 0x100000001b3n

/** FNV-1 of bytes, 64 bits as bytes (Go's fnv.New64). */
function fnv1Wide(bytes: Uint8Array): Uint8Array {
  let hash = WIDE_OFFSET
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * WIDE_PRIME) ^ BigInt(byte)
  const sum = new DataView(new ArrayBuffer(8))
  sum.setBigUint64(0, hash)
  return new Uint8Array(sum.buffer)
}
