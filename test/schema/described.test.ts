import { expect, test } from 'vitest'
import { always, array, int32, string, struct } from '../../src/schema/builders.js'
import { described } from '../../src/schema/described.js'

const members = {
  spec: always(struct('v1.Spec', { name: string(), ports: array(struct('v1.Port', { port: int32() })) })),
}

test('members are described by their paths, through structs and lists', () => {
  const texts = { spec: 'What is wanted.', 'spec.ports': 'The ports.', 'spec.ports.port': 'Its number.' }
  expect(described(members, texts)).toEqual({
    spec: {
      type: 'object',
      component: 'v1.Spec',
      empty: 'emit',
      description: 'What is wanted.',
      properties: {
        name: { type: 'string' },
        ports: {
          type: 'array',
          description: 'The ports.',
          'x-kubernetes-list-type': 'atomic',
          items: {
            type: 'object',
            component: 'v1.Port',
            properties: { port: { type: 'integer', format: 'int32', description: 'Its number.' } },
          },
        },
      },
    },
  })
  expect(JSON.stringify(members)).not.toContain('description')
})

test.each(['status', 'spec.title', 'spec.name.first', 'spec.ports.name'])('%s is not there to be described', (path) => {
  expect(() => described(members, { [path]: 'Nothing.' })).toThrow(new Error(`there is no member ${path} to describe`))
})
