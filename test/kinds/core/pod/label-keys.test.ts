import { describe, expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { openServer, wordsOf } from '../../asking.js'

const labels = { app: 'web', v: '1' }
const labelSelector = { matchLabels: { app: 'web' } }
const said = (key: string, operator: 'In' | 'NotIn', value: string) => ({ key, operator, values: [value] })

const made = (kubernetesVersion: KubernetesVersion, spec: object, gates: Readonly<Record<string, boolean>> = {}) =>
  openServer({ kubernetesVersion, featureGates: gates })('POST', '/api/v1/namespaces/default/pods', {
    metadata: { name: 'a', labels },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  })

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

describe('a new pod’s labels say more of the pods that its affinity chooses', () => {
  const near = (term: object) => ({ affinity: { podAffinity: { [REQUIRED]: [{ topologyKey: 'zone', ...term }] } } })

  test('by matchLabelKeys and mismatchLabelKeys of all terms', async () => {
    const both = { topologyKey: 'zone', labelSelector, matchLabelKeys: ['v', 'none'], mismatchLabelKeys: ['app'] }
    const terms = { [REQUIRED]: [both], [PREFERRED]: [{ weight: 1, podAffinityTerm: both }] }
    const { body } = await made('1.33', { affinity: { podAffinity: terms, podAntiAffinity: terms } })
    const matchExpressions = [said('v', 'In', '1'), said('app', 'NotIn', 'web')]
    const full = { ...both, labelSelector: { ...labelSelector, matchExpressions } }
    const changed = { [REQUIRED]: [full], [PREFERRED]: [{ weight: 1, podAffinityTerm: full }] }
    expect(body).toMatchObject({ spec: { affinity: { podAffinity: changed, podAntiAffinity: changed } } })
  })

  test.for([
    ['by a key that is in the selector', { labelSelector, matchLabelKeys: ['app'] }, '[0][0]: Invalid value: "app"'],
    ['by a key twice', { labelSelector, matchLabelKeys: ['v', 'v'] }, '[0][1]: Invalid value: "v"'],
    ['without a selector', { mismatchLabelKeys: ['v'] }, '[0].mismatchLabelKeys: Forbidden: must not be specified'],
  ] as const)('not %s', async ([, term, words]) => {
    expect(wordsOf(await made('1.33', near(term)))).toContain(words)
  })
})

describe('a new pod’s labels say more of the pods that it is spread among', () => {
  const spread = (more: object) => ({
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...more }],
  })
  const stated = spread({ labelSelector, matchLabelKeys: ['v', 'none'] })
  const matchExpressions = [said('v', 'In', '1')]

  test('since v1.34, by a gate', async () => {
    const full = spread({ labelSelector: { ...labelSelector, matchExpressions } })
    expect((await made('1.37', stated)).body).toMatchObject({ spec: full })
    const without = [
      await made('1.33', stated),
      await made('1.37', stated, { MatchLabelKeysInPodTopologySpreadSelectorMerge: false }),
    ]
    for (const { body } of without) {
      expect(body).toMatchObject({ spec: stated })
      expect(JSON.stringify(body)).not.toContain('"values"')
    }
  })

  test('a key that is in the selector is refused at the path of its version', async () => {
    const twice = spread({ labelSelector, matchLabelKeys: ['app'] })
    expect(wordsOf(await made('1.33', twice))).toContain('[0].matchLabelKeys[0]: Invalid value: "app"')
    expect(wordsOf(await made('1.37', twice))).toContain('spec.topologySpreadConstraints[0][0]: Invalid value: "app"')
  })
})
