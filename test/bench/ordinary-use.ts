import { definitionOf, versionOf } from '../suites/definition.js'
import type { Ask } from './hostile-case.js'

// Ordinary requests, so that the code for them is loaded and compiled before hostile requests are sent.

const [JSON_TYPE, YAML] = ['application/json', 'application/yaml']
const CORE = '/api/v1/namespaces/default'
const TIMES = 100

const THINGS = definitionOf('ordinaries.example.com', 'Ordinary', [
  versionOf({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          name: { type: 'string', pattern: '^[a-z]+$' },
          wait: { type: 'string', format: 'duration' },
          ports: { type: 'array', maxItems: 10, items: { type: 'integer' } },
        },
        'x-kubernetes-validations': [{ rule: 'self.ports.all(port, port > 0 && self.name.matches("a"))' }],
      },
    },
  }),
])

const HOOK = `- name: ordinary
  when: {kind: ConfigMap, name: of-a-hook}
  then: [{patch: {data: {x: "{{ metadata.name }}"}}}]
`

/** Uses a server as ordinary clients do. */
export async function useOrdinarily(ask: Ask): Promise<void> {
  await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', JSON_TYPE, JSON.stringify(THINGS))
  await ask('POST', '/_fakecluster/hooks', YAML, HOOK)
  await ask('POST', `${CORE}/configmaps`, JSON_TYPE, '{"metadata":{"name":"of-a-hook"}}')
  for (let i = 0; i < TIMES; i++) await useOnce(ask, `w${i}`)
  await ask('DELETE', '/_fakecluster/hooks')
}

async function useOnce(ask: Ask, name: string): Promise<void> {
  const map = `${CORE}/configmaps/${name}`
  const containers = [{ name: 'a', image: 'a', resources: { limits: { cpu: '1500m' } } }]
  const thing = { apiVersion: 'example.com/v1', kind: 'Ordinary', metadata: { name } }
  const spec = { name: 'a', wait: '5s', ports: [80, 443] }
  await ask('POST', `${CORE}/configmaps`, JSON_TYPE, JSON.stringify({ metadata: { name }, data: { a: 'b' } }))
  await ask('PATCH', map, 'application/json-patch+json', '[{"op":"copy","from":"/data/a","path":"/data/b"}]')
  await ask('PATCH', map, 'application/merge-patch+json', '{"data":{"c":"d"}}')
  await ask('PUT', map, YAML, `metadata:\n  name: ${name}\ndata:\n  a: "e"\n  f: |\n    g\n    h\n`)
  await ask('POST', `${CORE}/pods`, JSON_TYPE, JSON.stringify({ metadata: { name }, spec: { containers } }))
  const patch = { spec: { containers: [{ name: 'a', image: 'b' }] } }
  await ask('PATCH', `${CORE}/pods/${name}`, 'application/strategic-merge-patch+json', JSON.stringify(patch))
  await ask('POST', '/apis/example.com/v1/namespaces/default/ordinaries', JSON_TYPE, JSON.stringify({ ...thing, spec }))
  await ask('GET', CORE, undefined, undefined, { accept: YAML })
  await ask('GET', '/_fakecluster/journal?userAgent=a*')
}
