import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteWithin } from '../../src/base/json/as-given.js'
import { fillPodSpec, qosClassOf } from '../../src/kinds/core/pod/pod-defaults.js'
import { validatePodSpec } from '../../src/kinds/core/pod/pod-rules.js'
import type { PodSpec } from '../../src/kinds/core/pod/pod-types.js'
import { warningsOfPod } from '../../src/kinds/core/pod/pod-warnings.js'
import { structOf } from '../../src/model/registry/struct-schema.js'
import { DecodeError, decode } from '../../src/schema/decode.js'
import type { Schema } from '../../src/schema/types.js'
import { mutated, mutations } from '../fuzz/values.js'

// What is found out about a spec once for all that are like it must be what is found out about each by itself.

const schema: Schema = { type: 'object', properties: { spec: structOf('core.v1.PodSpec') } }
const TOKEN = 'kube-api-access-abc12'

const mounts = (name: string) => [{ name, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true }]
const base = {
  volumes: [
    { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
    { name: TOKEN, projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }] } },
  ],
  initContainers: [{ name: 'first', image: 'a', volumeMounts: mounts(TOKEN) }],
  containers: [
    {
      name: 'web',
      image: 'a:1',
      env: [{ name: 'A', value: TOKEN }],
      ports: [{ name: 'http', containerPort: 8080 }],
      resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
      volumeMounts: [...mounts(TOKEN), { name: 'data', mountPath: '/data', subPath: 'a' }],
      readinessProbe: { httpGet: { path: '/', port: 'http' } },
    },
  ],
  nodeName: 'one',
  tolerations: [{ key: 'a', operator: 'Exists' }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
}

/** Decodes a spec, and returns it with its unknown fields, or the error. `isAlone`: without what is known of others. */
function decoded(spec: unknown, isAlone: boolean): { readonly spec?: PodSpec; readonly said: unknown } {
  try {
    // A stored object keeps others from being looked at.
    const { object, faults } = decode<{ readonly spec?: PodSpec }>(
      schema,
      { spec },
      undefined,
      isAlone ? { spec: {} } : undefined,
    )
    return { ...(object.spec && { spec: object.spec }), said: faults }
  } catch (error) {
    if (error instanceof DecodeError) return { said: error.message }
    throw error
  }
}

/** Marks a copy, of which nothing is known then. */
function alone({ ...spec }: PodSpec): PodSpec {
  noteWithin(spec)
  return spec
}

const judged = (spec: PodSpec) => ({
  filled: JSON.stringify(fillPodSpec(spec)),
  issues: validatePodSpec(spec),
  warnings: [warningsOfPod(spec), warningsOfPod(spec, { 'security.alpha.kubernetes.io/sysctls': 'a' }, 'template.')],
  qosClass: qosClassOf(spec),
})

function expectAlike(given: unknown): void {
  const expected = decoded(given, true)
  // The first time as a new one, then as one that is known.
  for (let i = 0; i < 3; i++) {
    const found = decoded(given, false)
    expect(JSON.stringify(found)).toBe(JSON.stringify(expected))
    if (!found.spec || !expected.spec) continue
    expect(judged(found.spec)).toEqual(judged(alone(expected.spec)))
    const full = fillPodSpec(found.spec)
    expect(judged({ ...full })).toEqual(judged(alone(fillPodSpec(expected.spec))))
  }
}

/** After many that nothing was known of, only some are looked for: the base is, and so is what follows. */
function lookAgain(): void {
  for (let i = 0; i < 10; i++) {
    const { spec } = decoded(base, false)
    if (spec) judged({ ...spec })
  }
}

test('a spec is decoded and judged like one of which nothing is known, whatever was known before', () => {
  const renamed = fc.constantFrom(TOKEN, 'kube-api-access-zz999', 'kube-api-access-zz9999', 'data', 'A')
  const found = { valid: 0, refused: 0 }
  fc.assert(
    fc.property(mutations, renamed, fc.constantFrom('', 'two', 'Two!'), (changes, name, nodeName) => {
      lookAgain()
      const changed = mutated(base, changes)
      const text = JSON.stringify(changed)
      expectAlike(changed)
      expectAlike(JSON.parse(text.replaceAll(TOKEN, name)))
      expectAlike(JSON.parse(text.replace(TOKEN, name).replace('"one"', JSON.stringify(nodeName))))
      const { spec } = decoded(changed, true)
      if (spec && validatePodSpec(alone(fillPodSpec(spec))).length === 0) found.valid++
      else found.refused++
    }),
    { numRuns: 300, seed: 7 },
  )
  expect(found.valid).toBeGreaterThan(50)
  expect(found.refused).toBeGreaterThan(50)
})

test('equal specs are one value, apart from those that say more than their text', () => {
  lookAgain()
  const [one, other] = [decoded(base, false).spec, decoded(structuredClone(base), false).spec]
  expect(one).toBe(other)
  // An empty list that is left out is noted.
  const noted = { ...base, hostAliases: [] }
  expect(decoded(noted, false).spec).not.toBe(decoded(noted, false).spec)
})
