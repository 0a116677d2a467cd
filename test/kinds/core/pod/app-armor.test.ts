import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { openServer, refusal } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const KEY = 'container.apparmor.security.beta.kubernetes.io/'
const WARNING = (name: string) =>
  `299 - "metadata.annotations[${KEY}${name}]: deprecated since v1.30; use the \\"appArmorProfile\\" field instead"`

type Secured = { readonly name: string; readonly securityContext?: object }
type Spec = { readonly containers: readonly Secured[]; readonly initContainers?: readonly Secured[] }

async function create(annotations: object, spec: object = {}, kubernetesVersion: KubernetesVersion = '1.33') {
  const { warning, body } = await openServer({ kubernetesVersion })('POST', PODS, {
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

const FORBIDDEN = (what: string, member: string) =>
  `Forbidden: ${what} ${member === 'type' ? 'type' : 'profile'} in annotation and field must match`

test.each([
  ['unconfined', profile('RuntimeDefault'), 'type'],
  ['docker/default', profile('RuntimeDefault'), 'type'],
  ['unconfined', profile('Localhost', 'mine'), 'type'],
  ['localhost/other', profile('Localhost', 'mine'), 'localhostProfile'],
])('the annotation %s is refused beside another profile', async (text, securityContext, member) => {
  const template = {
    metadata: { labels: { a: 'b' }, annotations: { [`${KEY}c`]: text } },
    spec: { securityContext, containers: [{ name: 'c', image: 'i' }] },
  }
  const spec = { selector: { matchLabels: { a: 'b' } }, template }
  expect(await refusal('/apis/apps/v1/namespaces/default/deployments', { spec })).toContain(
    `spec.template.spec.containers[0].securityContext.appArmorProfile.${member}: ${FORBIDDEN('apparmor', member)}`,
  )
  const containers = [{ name: 'c', image: 'i', securityContext }]
  expect(await refusal(PODS, { metadata: { name: 'a', ...template.metadata }, spec: { containers } })).toContain(
    `spec.containers[0].securityContext.appArmorProfile.${member}: ${FORBIDDEN('apparmor', member)}`,
  )
})

test.each([
  ['docker/default', 'RuntimeDefault', undefined, 201],
  ['unconfined', 'RuntimeDefault', undefined, 'type'],
  ['runtime/default', 'Unconfined', undefined, 'type'],
  ['localhost/other', 'Localhost', 'mine', 'localhostProfile'],
])('the annotation %s for seccomp beside the profile %s %s: %s', async (text, type, localhostProfile, member) => {
  const seccompProfile = { type, ...(localhostProfile ? { localhostProfile } : {}) }
  const metadata = { name: 'a', annotations: { 'container.seccomp.security.alpha.kubernetes.io/c': text } }
  const containers = [{ name: 'c', image: 'i', securityContext: { seccompProfile } }]
  expect(await refusal(PODS, { metadata, spec: { containers } })).toBe(
    typeof member === 'number'
      ? member
      : `spec.containers[0].securityContext.seccompProfile.${member}: ${FORBIDDEN('seccomp', member)}`,
  )
})

test.each([
  ['1.33', { [`${KEY}c`]: 'localhost/mine', [`${KEY}first`]: 'runtime/default' }],
  ['1.34', undefined],
] as const)(
  '%s: a field without an annotation is told by one, for older nodes, before v1.34',
  async (version, told) => {
    const containers = [{ name: 'c', image: 'i', securityContext: profile('Localhost', 'mine') }]
    const initContainers = [{ name: 'first', image: 'i' }]
    const spec = { containers, initContainers, securityContext: profile('RuntimeDefault') }
    expect((await create({}, spec, version)).annotations).toEqual(told)
  },
)

test('pods of Windows have neither', async () => {
  const { warning, contexts } = await create({ [`${KEY}c`]: 'unconfined' }, { os: { name: 'windows' } })
  expect(contexts).toEqual([undefined])
  expect(warning).toBeNull()
})
