import { describe, expect, test } from 'vitest'
import { readRecorded, translated } from '../../../conformance/recorded.js'
import { type DocumentV3, type OperationV3, documentsV3, registryOf, parametersIn, swaggerOf } from './documents.js'

type Listed = {
  readonly operationId: string
  readonly action: string
  readonly parameters: readonly string[]
  readonly consumes?: readonly string[]
  readonly produces: Readonly<Record<string, readonly string[]>>
}

const recorded = JSON.stringify(readRecorded('facts/paths.json.gz'))
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const

type Named = readonly [title: string, listed: Listed, operation: OperationV3]

/** Lists the operations of a document in the form in which those of the real server are recorded. */
function operationsOf({ paths }: DocumentV3): readonly Named[] {
  return Object.entries(paths).flatMap(([path, entry]) =>
    METHODS.flatMap((method): readonly Named[] => {
      const operation = entry[method]
      if (!operation?.['x-kubernetes-action']) return []
      const listed = {
        operationId: operation.operationId,
        action: operation['x-kubernetes-action'],
        parameters: [...(entry.parameters ?? []), ...(operation.parameters ?? [])].map(({ name }) => name).sort(),
        ...(operation.requestBody ? { consumes: Object.keys(operation.requestBody.content).sort() } : {}),
        produces: Object.fromEntries(
          Object.entries(operation.responses).map(([code, { content = {} }]) => [code, Object.keys(content).sort()]),
        ),
      }
      return [[`${method.toUpperCase()} ${path}`, listed, operation]]
    }),
  )
}

describe.each(['example', 'kubernetes'] as const)('operations of the profile %s', (profile) => {
  const registry = registryOf(profile)
  const operations = [...documentsV3(registry).values()].flatMap(operationsOf)
  const facts = JSON.parse(profile === 'example' ? translated(recorded) : recorded) as Readonly<
    Record<string, Readonly<Record<string, Listed>>>
  >
  const wanted = Object.values(facts).flatMap((listed) => Object.entries(listed))

  test('are the 102 recorded ones, beside connects and watches at their own paths', () => {
    const isWatch = ({ action }: Listed) => action === 'watch' || action === 'watchlist'
    const isConnection = ({ action }: Listed) => action === 'connect'
    expect(wanted).toHaveLength(102)
    expect(
      Object.fromEntries(
        operations
          .filter(([, listed]) => !isWatch(listed) && !isConnection(listed))
          .map(([title, listed]) => [title, listed]),
      ),
    ).toEqual(
      Object.fromEntries(
        wanted.map(([title, listed]) => [title, { ...listed, parameters: [...listed.parameters].sort() }]),
      ),
    )
    expect(operations.filter(([title, listed]) => isWatch(listed) !== title.includes('/watch/'))).toEqual([])
    // Two proxy paths of a Node.
    expect(operations.filter(([, listed]) => isConnection(listed))).toHaveLength(2 * METHODS.length)
    // Two for each cluster-scoped kind that can be watched, three for each namespaced one.
    expect(operations.filter(([, listed]) => isWatch(listed))).toHaveLength(6 * 2 + 5 * 3)
  })

  test('have the kind that they are about', () => {
    const about = new Map(
      operations.map(([title, , operation]) => [title, operation['x-kubernetes-group-version-kind']]),
    )
    for (const [kind, listed] of Object.entries(facts)) {
      const { group, version } = registry.named(kind)!
      for (const title of Object.keys(listed))
        expect([title, about.get(title)]).toEqual([title, { group, version, kind }])
    }
  })

  test('have unique operation ids', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(ids).toHaveLength(new Set(ids).size)
  })

  test('are the same in version 2', () => {
    const document = swaggerOf(registry)
    for (const [title, listed] of operations) {
      const [method = '', path = ''] = title.split(' ')
      const entry = document.paths[path]!
      const operation = entry[method.toLowerCase() as (typeof METHODS)[number]]! // the title consists of both
      const parameters = [entry, operation].flatMap(({ parameters }) =>
        parametersIn(document, parameters).map(({ name }) => name),
      )
      expect([title, operation.operationId, parameters.filter((name) => name !== 'body').sort()]).toEqual([
        title,
        listed.operationId,
        listed.parameters,
      ])
      expect([title, parameters.includes('body') ? [...(operation.consumes ?? [])].sort() : undefined]).toEqual([
        title,
        listed.consumes,
      ])
      expect([title, operation['x-kubernetes-action'], Object.keys(operation.responses)]).toEqual([
        title,
        listed.action,
        Object.keys(listed.produces),
      ])
    }
  })
})

/** Returns the short name of the schema of each response code of an operation. */
const replies = (document: DocumentV3, path: string, method: 'get' | 'delete') =>
  Object.fromEntries(
    Object.entries(document.paths[path]![method]!.responses).map(([code, { content }]) => [
      code,
      content?.['application/json']?.schema.$ref.split('.').at(-1),
    ]),
  )

test.each(['example', 'kubernetes'] as const)(
  'DELETE is documented to return a Status, or the object for some kinds, profile %s',
  (profile) => {
    const document = documentsV3(registryOf(profile)).get('api/v1')!
    const claims = '/api/v1/namespaces/{namespace}/persistentvolumeclaims'
    const one = (kind: string) => ({ '200': kind, '202': kind, '401': undefined })
    const all = { '200': 'Status', '401': undefined }
    expect(replies(document, '/api/v1/nodes/{name}', 'delete')).toEqual(one('Status'))
    // The reply is the Namespace, but the document says Status.
    expect(replies(document, '/api/v1/namespaces/{name}', 'delete')).toEqual(one('Status'))
    expect(replies(document, `${claims}/{name}`, 'delete')).toEqual(one('PersistentVolumeClaim'))
    expect(replies(document, claims, 'delete')).toEqual(all)
    expect(replies(document, '/api/v1/nodes', 'delete')).toEqual(all)
  },
)

test('the response of a watch is WatchEvent', () => {
  const document = documentsV3(registryOf('example')).get('api/v1')!
  expect(replies(document, '/api/v1/watch/nodes', 'get')).toEqual({ '200': 'WatchEvent', '401': undefined })
})

test('paths without resources are documented too', () => {
  const documents = documentsV3(registryOf('example'))
  const paths = (part: string) =>
    Object.entries(documents.get(part)!.paths).map(([path, { get }]) => [path, get?.operationId])
  expect(['api', 'apis', 'apis/coordination.example.io', 'version'].flatMap(paths)).toEqual([
    ['/api/', 'getCoreAPIVersions'],
    ['/apis/', 'getAPIVersions'],
    ['/apis/coordination.example.io/', 'getCoordinationAPIGroup'],
    ['/version/', 'getCodeVersion'],
  ])
  expect(documents.get('apis/policy/v1')!.paths['/apis/policy/v1/']!.get).toMatchObject({
    tags: ['policy_v1'],
    operationId: 'getPolicyV1APIResources',
  })
})
