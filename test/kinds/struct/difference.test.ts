import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differenceOf } from '../../../src/kinds/struct/difference/library.js'
import { createCluster } from '../../../src/index.js'
import { worded } from '../../../src/base/errors/wording.js'
import { wordingOf } from '../../../src/model/registry/kubernetes-version.js'

type Case = {
  readonly type: string
  readonly old: unknown
  readonly next: unknown
  readonly difference: string
  readonly unified: string
}

// Output of cmp.Diff of go-cmp v0.7.0 for structs of k8s.io/kubernetes v1.33.13, in a process that chose no-break spaces;
// quantities of lists of resources are rounded up to thousandths before, as a server does; and of k8s.io/apimachinery's
// diff.Diff for those of v1.37.2.
const CASES = readFileSync(new URL('differences.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

test.each(CASES)('prints a diff of $type as Go does', ({ type, old, next, difference }) => {
  expect(differenceOf(type, old, next)).toBe(difference)
})

test.each(CASES)('prints a unified diff of $type since v1.34', ({ type, old, next, unified }) => {
  expect(worded(wordingOf('1.37'), () => differenceOf(type, old, next))).toBe(unified)
})

test('equal values have no diff', () => {
  expect(differenceOf('core.PodSpec', { hostname: 'a' }, { hostname: 'a', tolerations: null })).toBe('')
})

const pod = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'main', image: 'stories.test/main:1' }], ...spec },
})

async function refusal(first: object, patch: object): Promise<string> {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  const path = '/api/v1/namespaces/default/pods'
  const headers = { 'content-type': 'application/json' }
  await cluster.fetch(path, { method: 'POST', headers, body: JSON.stringify(pod(first)) })
  const reply = await cluster.fetch(`${path}/web`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: patch }),
  })
  const { message = '' } = (await reply.json()) as { message?: string }
  return message.replaceAll('\u00a0', ' ')
}

test('a refused update of a pod prints the diff', async () => {
  expect(await refusal({}, { hostNetwork: true })).toContain(
    [
      'may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      '  core.PodSpec{',
      '  \t... // 10 identical fields',
      '  \tAutomountServiceAccountToken: nil,',
      '  \tNodeName:                     "",',
      '  \tSecurityContext: &core.PodSecurityContext{',
      '- \t\tHostNetwork: false,',
      '+ \t\tHostNetwork: true,',
      '  \t\tHostPID:     false,',
      '  \t\tHostIPC:     false,',
      '  \t\t... // 15 identical fields',
    ].join('\n'),
  )
})

test('a gated pod may get additional entries of its nodeSelector', async () => {
  const gated = { schedulingGates: [{ name: 'stories.test/gate' }], nodeSelector: { disk: 'ssd' } }
  expect(await refusal(gated, { nodeSelector: { zone: 'a' } })).toBe('')
  expect(await refusal(gated, { nodeSelector: { disk: 'hdd' } })).toContain(
    'Invalid value: map[string]string{"disk":"hdd"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
  )
  expect(await refusal({ nodeSelector: { disk: 'ssd' } }, { nodeSelector: { zone: 'a' } })).toContain(
    'may not change fields other than',
  )
})

test('a big decimal is printed with thousandths in a list of resources, and with nine decimal places elsewhere', async () => {
  const amount = '12345678901234567890123'
  const containers = [{ name: 'main', image: 'stories.test/main:1', resources: { limits: { cpu: amount } } }]
  expect(await refusal({ containers }, { containers: [{ name: 'main', image: 'stories.test/main:1' }] })).toContain(
    `"cpu": {d: s"${amount}.000", Format: "DecimalSI"}`,
  )
  const volumes = [{ name: 'a', emptyDir: { sizeLimit: amount } }]
  expect(await refusal({ volumes }, { volumes: [{ name: 'a', emptyDir: { sizeLimit: '1' } }] })).toContain(
    `d: s"${amount}.000000000"`,
  )
})
