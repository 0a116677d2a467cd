import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

const ephemeral = {
  volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
}

async function faults(name: string, volumes: readonly object[]) {
  const { fetch } = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  const body = JSON.stringify({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }], volumes },
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/api/v1/namespaces/default/pods', { method: 'POST', headers, body })
  const { details } = (await answer.json()) as { readonly details?: { readonly causes: readonly Cause[] } }
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message.slice(0, 60)}`)
}
type Cause = { readonly field: string; readonly message: string }

test.each<[string, readonly object[], readonly string[]]>([
  ['fine', [{ name: 'v', ephemeral }], []],
  [
    'p'.repeat(252),
    [{ name: 'vol', ephemeral }],
    [`spec.volumes[0].name: Invalid value: "vol": PVC name "${'p'.repeat(252)}`.slice(0, 82)],
  ],
  [
    'ok',
    [{ name: 'v', ephemeral }, { name: 'w', persistentVolumeClaim: { claimName: 'ok-v' } }], // prettier-ignore
    ['spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "ok-v": must not reference a PVC that gets cr'],
  ],
  [
    'ok',
    [
      { name: 'W_', persistentVolumeClaim: { claimName: 'ok-v' } },
      { name: 'v', ephemeral },
      { name: 'B_', ephemeral },
      { name: 'X_', emptyDir: {} },
    ],
    [
      'spec.volumes[0].name: Invalid value: "W_": a lowercase RFC 1123 label must consist',
      'spec.volumes[0].persistentVolumeClaim.claimName: Invalid value: "ok-v": must not reference a PVC that gets cr',
      'spec.volumes[2].name: Invalid value: "B_": PVC name "ok-B_": a lowercase RFC 1123 ',
      'spec.volumes[2].name: Invalid value: "B_": a lowercase RFC 1123 label must consist',
      'spec.volumes[3].name: Invalid value: "X_": a lowercase RFC 1123 label must consist',
    ],
  ],
  [
    'ok',
    [{ name: 'B_', emptyDir: {}, ephemeral }],
    [
      'spec.volumes[0].ephemeral: Forbidden: may not specify more than 1 volume type',
      'spec.volumes[0].name: Invalid value: "B_": a lowercase RFC 1123 label must consist',
    ],
  ],
])('validates the names of the ephemeral claims of the pod %s', async (name, volumes, expected) =>
  expect(await faults(name, volumes)).toEqual(expected),
)
