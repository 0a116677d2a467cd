import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../src/node/start.js'

const about = (kind: string) => ({ 'x-kubernetes-group-version-kind': { group: '', version: 'v1', kind } })
const component = (kind: string) => ({
  type: 'object',
  properties: { note: { type: 'string' } },
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind }],
})
const of = (...kinds: readonly string[]) =>
  JSON.stringify({
    paths: Object.fromEntries(
      kinds.map((kind) => [
        `/api/v1/namespaces/{namespace}/${kind.toLowerCase()}s`,
        { get: about(kind), post: about(kind) },
      ]),
    ),
    components: { schemas: Object.fromEntries(kinds.map((kind) => [`io.k8s.api.core.v1.${kind}`, component(kind)])) },
  })

let folder = ''
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fakecluster-'))
  await writeFile(at('one.json'), of('Pod', 'Gadget', 'Node'))
  await writeFile(at('two.json'), of('Gadget', 'Replica'))
  await writeFile(at('text.json'), 'openapi: 3.0.0')
  await writeFile(at('list.json'), '[]')
  await writeFile(at('broken.json'), '{\n  a"')
})
afterAll(() => rm(folder, { recursive: true }))

/** The kinds of the documents that a server serves, each with its number of verbs. */
async function served(): Promise<readonly unknown[]> {
  await using server = await startCluster({ profile: 'example', openapi: [at('one.json'), at('two.json')] })
  const reply = await server.cluster.fetch('/api/v1')
  const { resources } = (await reply.json()) as { resources: { name: string; verbs: string[]; kind: string }[] }
  return resources
    .filter(({ name }) => ['pods', 'gadgets', 'replicas', 'nodes'].includes(name))
    .map(({ name, verbs }) => [name, verbs.length])
}

test('kinds of OpenAPI documents are added to the built-in ones', async () => {
  expect(await served()).toEqual([
    ['gadgets', 2],
    ['nodes', 8],
    ['pods', 8],
    ['replicas', 2],
  ])
})

test.each([
  ['none.json', 'StartError', 'Cannot read PATH: there is no such file or folder.'],
  [
    'list.json',
    'LoadError',
    'PATH: this is no OpenAPI v3 document with paths and components; save one of a server: kubectl get --raw /openapi/v3/apis/batch/v1',
  ],
  ['text.json', 'LoadError', 'PATH: this is no OpenAPI v3 document with paths and components'],
  ['broken.json', 'LoadError', 'PATH:2:'],
])('the OpenAPI file %s is refused', async (file, name, message) => {
  await expect(startCluster({ profile: 'example', openapi: [at(file)] })).rejects.toMatchObject({
    name,
    message: expect.stringContaining(message.replace('PATH', at(file))) as string,
  })
})
