import { describe, expect, test } from 'vitest'
import { featureGateNames, featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { type KubernetesVersion, kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'
import { readRecorded } from '../../conformance/recorded.js'

/** What `/metrics` of a server of each version tells of each gate: `on beta`. */
type Recorded = { readonly [version in KubernetesVersion]: { readonly [gate: string]: string } }

const recorded = readRecorded('facts/feature-gates.json.gz') as Recorded // as recorded

describe.each(kubernetesVersions)('gates of v%s', (version) => {
  test.each(featureGateNames)('%s is as on a real server', (gate) => {
    const told = kubernetesVersions
      .slice(0, kubernetesVersions.indexOf(version) + 1)
      .map((each) => recorded[each][gate])
    // What a version no longer has a gate for is as it was with the gate.
    expect(featureGatesOf(version)[gate]).toBe(told.findLast((each) => each !== undefined)?.startsWith('on ') ?? false)
  })
})
