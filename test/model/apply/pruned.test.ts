import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'

type Fields = { [element: string]: Fields }
type Entry = { readonly manager: string; readonly fieldsV1: Fields }
type Stored = { readonly metadata: { managedFields: readonly Entry[]; labels?: object; resourceVersion?: string } }

const text = fc.constantFrom('a', 'b', 'c')
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const container = fc.record({
  name: text,
  image: text,
  command: some(fc.array(text, { maxLength: 2 })),
  env: some(
    fc.uniqueArray(fc.record({ name: text, value: some(text) }), { selector: ({ name }) => name, maxLength: 3 }),
  ),
  resources: some(fc.record({ limits: fc.dictionary(fc.constantFrom('cpu', 'memory'), fc.constant('1')) })),
  ports: some(
    fc.uniqueArray(fc.record({ containerPort: fc.integer({ min: 1, max: 3 }) }), {
      selector: (port) => port.containerPort,
      maxLength: 2,
    }),
  ),
})
const pod = fc.record({
  labels: some(fc.dictionary(text, text, { maxKeys: 3 })),
  containers: fc.uniqueArray(container, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
  nodeSelector: some(fc.dictionary(text, text, { maxKeys: 2 })),
  hostNetwork: some(fc.constant(true)),
})
/** What two managers apply, and which items of lists the first does not own as a whole. */
const history = fc.record({
  first: pod,
  second: pod,
  other: pod,
  isLoose: fc.boolean(),
  then: fc.constantFrom('same' as const, 'more' as const, 'another' as const),
})

const send = async (cluster: Cluster, method: string, query: string, type: string, body: object): Promise<Stored> => {
  const reply = await cluster.fetch(`/api/v1/namespaces/default/podtemplates/a${query}`, {
    method,
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  })
  const value: unknown = await reply.json()
  if (!reply.ok) throw new Error(JSON.stringify(value))
  return value as Stored // the reply to a write of an object
}

const apply = (cluster: Cluster, manager: string, { labels, ...spec }: object & { labels?: object | undefined }) =>
  send(cluster, 'PATCH', `?fieldManager=${manager}&force=true`, 'application/apply-patch+yaml', {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { name: 'a', labels },
    template: { metadata: { labels }, spec },
  })

// A container that is owned in part is left without a name, which is refused.
const refusal = (error: Error): string => error.message

/** Returns a set without the items of lists themselves. */
const loose = (set: Fields): Fields =>
  Object.fromEntries(
    Object.entries(set).flatMap(([element, node]) => {
      const below = Object.entries(loose(node)).filter(([name]) => name !== '.' || !element.startsWith('k:'))
      return element.startsWith('k:') && below.length === 0 ? [] : [[element, Object.fromEntries(below)]]
    }),
  )

// What is not there cannot be pruned, but a manager that owned it gives it up: its object takes the long way.
const withAbsent = (set: Fields): Fields => ({
  ...set,
  'f:metadata': { ...set['f:metadata'], 'f:annotations': { 'f:absent': {} } },
})

test('what a manager no longer states is pruned alike, whether or not it gives up a field that is not there', async () => {
  const base = createCluster({ seed: 1, controllers: 'none' })
  await fc.assert(
    fc.asyncProperty(history, async ({ first, second, other, isLoose, then }) => {
      const cluster = base.fork()
      await apply(cluster, 'other', other)
      const stored = await apply(cluster, 'own', first)
      const more = { ...second, ...first, labels: { ...second.labels, ...first.labels } }
      const next = { same: first, more, another: second }[then]
      // The second manager has taken what it states with another value.
      const kept = Object.fromEntries(
        Object.entries(other.labels ?? {}).filter(([name, value]) => (first.labels?.[name] ?? value) === value),
      )
      const ends: unknown[] = []
      for (const change of [(set: Fields) => set, withAbsent]) {
        const fork = cluster.fork()
        const managedFields = stored.metadata.managedFields.map((entry) =>
          entry.manager === 'own'
            ? { ...entry, fieldsV1: change(isLoose ? loose(entry.fieldsV1) : entry.fieldsV1) }
            : entry,
        )
        await send(fork, 'PUT', '', 'application/json', { ...stored, metadata: { ...stored.metadata, managedFields } })
        ends.push(
          await apply(fork, 'own', next).then(({ metadata: { resourceVersion: _, ...metadata }, ...rest }) => {
            expect(metadata.labels ?? {}).toEqual({ ...kept, ...next.labels })
            return { ...rest, metadata }
          }, refusal),
        )
      }
      expect(ends[0]).toEqual(ends[1])
    }),
    { numRuns: 40 },
  )
})
