import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const KEY = 'container.apparmor.security.beta.kubernetes.io/'
const WARNING = (name: string) =>
  `299 - "metadata.annotations[${KEY}${name}]: deprecated since v1.30; use the \\"appArmorProfile\\" field instead"`

type Secured = { readonly name: string; readonly securityContext?: object }
type Spec = { readonly containers: readonly Secured[]; readonly initContainers?: readonly Secured[] }

async function create(annotations: object, spec: object = {}) {
  const { warning, body } = await openServer()('POST', PODS, {
    metadata: { name: 'a', annotations },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  })
  const { metadata, spec: stored } = body as {
    readonly metadata?: { readonly annotations?: object }
    readonly spec?: Spec
  }
  const contexts = [...(stored?.initContainers ?? []), ...(stored?.containers ?? [])].map(
    ({ securityContext }) => securityContext,
  )
  return { warning, annotations: metadata?.annotations, contexts }
}

const profile = (type: string, localhostProfile?: string) => ({
  appArmorProfile: { type, ...(localhostProfile === undefined ? {} : { localhostProfile }) },
})

test.each([
  ['unconfined', profile('Unconfined')],
  ['runtime/default', profile('RuntimeDefault')],
  ['localhost/mine', profile('Localhost', 'mine')],
])('the annotation %s of a new pod becomes the field of the container, with a warning', async (text, context) => {
  const { warning, contexts, annotations } = await create({ [`${KEY}c`]: text })
  expect(contexts).toEqual([context])
  expect(annotations).toEqual({ [`${KEY}c`]: text })
  expect(warning).toBe(WARNING('c'))
})

test.each(['', 'localhost/', 'localhost/ padded '])(
  'the annotation "%s" means no profile: it is only warned of',
  async (text) => {
    const { warning, contexts } = await create({ [`${KEY}c`]: text })
    expect(contexts).toEqual([undefined])
    expect(warning).toBe(WARNING('c'))
  },
)

test('init containers have annotations as well', async () => {
  const initContainers = [{ name: 'first', image: 'i', securityContext: { runAsUser: 1 } }]
  const { warning, contexts } = await create({ [`${KEY}first`]: 'unconfined' }, { initContainers })
  expect(contexts).toEqual([{ runAsUser: 1, ...profile('Unconfined') }, undefined])
  expect(warning).toBe(WARNING('first'))
})

test('an annotation like the profile of the pod is not copied', async () => {
  const { warning, contexts } = await create({ [`${KEY}c`]: 'unconfined' }, { securityContext: profile('Unconfined') })
  expect(contexts).toEqual([undefined])
  expect(warning).toBeNull()
})

test('a field is kept, whatever the annotation', async () => {
  const containers = [{ name: 'c', image: 'i', securityContext: profile('RuntimeDefault') }]
  const { warning, contexts } = await create({ [`${KEY}c`]: 'unconfined' }, { containers })
  expect(contexts).toEqual([profile('RuntimeDefault')])
  expect(warning).toBeNull()
})

test('a field without an annotation is told by one, for older nodes', async () => {
  const containers = [{ name: 'c', image: 'i', securityContext: profile('Localhost', 'mine') }]
  const initContainers = [{ name: 'first', image: 'i' }]
  const { annotations } = await create({}, { containers, initContainers, securityContext: profile('RuntimeDefault') })
  expect(annotations).toEqual({ [`${KEY}c`]: 'localhost/mine', [`${KEY}first`]: 'runtime/default' })
})

test('pods of Windows have neither', async () => {
  const { warning, contexts } = await create({ [`${KEY}c`]: 'unconfined' }, { os: { name: 'windows' } })
  expect(contexts).toEqual([undefined])
  expect(warning).toBeNull()
})
