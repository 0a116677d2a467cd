import { expect, test } from 'vitest'
import { refusal } from '../asking.js'

const CORE = '/api/v1/namespaces/default'

test('reports a duplicate name of a container port before other errors of the port', async () => {
  const ports = [
    { name: 'a', containerPort: 80 },
    { name: 'a--b', containerPort: 81 },
    { name: 'a', containerPort: 82, hostPort: 99999 },
    { name: 'a', containerPort: 83, protocol: 'X' },
  ]
  const told = String(await refusal(`${CORE}/pods`, { spec: { containers: [{ name: 'c', image: 'i', ports }] } }))
  expect(
    [...told.matchAll(/ports\[(\d)\]\.(\w+): (\w+ \w+)/g)].map(([, i, member, what]) => [i, member, what]),
  ).toEqual([
    ['1', 'name', 'Invalid value'],
    ['2', 'name', 'Duplicate value'],
    ['2', 'hostPort', 'Invalid value'],
    ['3', 'name', 'Duplicate value'],
    ['3', 'protocol', 'Unsupported value'],
  ])
})

test('rejects a duplicate nodePort of a protocol, whatever the type of the Service', async () => {
  const spec = {
    ports: [
      { name: 'a', port: 80, nodePort: 30000 },
      { name: 'b', port: 81, nodePort: 30000, protocol: 'UDP' },
      { name: 'c', port: 82, nodePort: 30000 },
    ],
  }
  const only = "Forbidden: may not be used when `type` is 'ClusterIP'"
  expect(await refusal(`${CORE}/services`, { spec })).toBe(
    `[spec.ports[0].nodePort: ${only}, spec.ports[1].nodePort: ${only}, spec.ports[2].nodePort: ${only}, spec.ports[2].nodePort: Duplicate value: 30000]`,
  )
})

test('rejects a fieldPath that is only a subscript', async () => {
  const env = [{ name: 'E', valueFrom: { fieldRef: { fieldPath: "['a']" } } }]
  expect(await refusal(`${CORE}/pods`, { spec: { containers: [{ name: 'c', image: 'i', env }] } })).toContain(
    'error converting fieldPath: field label not supported: [',
  )
})
