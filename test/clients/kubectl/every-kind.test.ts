import { expect, test } from 'vitest'
import type { KubectlVersion } from '../setup/versions.js'
import { startServer } from '../support/server.js'
import { openTerminal } from '../support/terminal.js'

// One version of kubectl is enough to test every kind.
const newest: KubectlVersion = 'v33'
const OPTIONS = { profile: 'kubernetes', controllers: 'none' } as const

test.concurrent('explain prints every field of every resource', async ({ onTestFinished }) => {
  const { kubectl } = await openTerminal(await startServer(OPTIONS, onTestFinished), newest, onTestFinished)
  const { stdout } = await kubectl('api-resources --no-headers --verbs=get')
  const resources = stdout
    .trim()
    .split('\n')
    .map((line) => /(\S+) +(?:true|false) +(\S+)$/.exec(line) ?? [])
  expect(resources.length).toBeGreaterThan(50)
  for (const [, version, kind] of resources) {
    const told = await kubectl(`explain ${kind} --recursive --api-version=${version}`)
    expect({ kind, code: told.code, stderr: told.stderr }).toEqual({ kind, code: 0, stderr: '' })
    expect(told.stdout).toMatch(new RegExp(`^KIND: +${kind}\n`, 'm'))
  }
})

test.concurrent.for([
  ['clusterrole viewer --verb=get --resource=pods', 'clusterrole.rbac.authorization.k8s.io/viewer'],
  ['clusterrolebinding viewers --clusterrole=viewer --user=jo', 'clusterrolebinding.rbac.authorization.k8s.io/viewers'],
  ['configmap settings --from-literal=a=b', 'configmap/settings'],
  ['cronjob nightly --image=example.io/a:1 --schedule=@daily', 'cronjob.batch/nightly'],
  ['deployment web --image=example.io/web:1', 'deployment.apps/web'],
  ['ingress web --rule=shop.io/cart=web:80', 'ingress.networking.k8s.io/web'],
  ['job once --image=example.io/a:1', 'job.batch/once'],
  ['namespace shop', 'namespace/shop'],
  ['poddisruptionbudget web --selector=app=web --min-available=1', 'poddisruptionbudget.policy/web'],
  ['priorityclass high --value=1000', 'priorityclass.scheduling.k8s.io/high'],
  ['quota few --hard=pods=2', 'resourcequota/few'],
  ['role viewer --verb=get --resource=pods', 'role.rbac.authorization.k8s.io/viewer'],
  ['rolebinding viewers --role=viewer --user=jo', 'rolebinding.rbac.authorization.k8s.io/viewers'],
  ['secret generic keys --from-literal=a=b', 'secret/keys'],
  ['secret docker-registry pull --docker-username=jo --docker-password=x', 'secret/pull'],
  ['service clusterip web --tcp=80:80', 'service/web'],
  ['service nodeport web --tcp=80:80', 'service/web'],
  ['service loadbalancer web --tcp=80:80', 'service/web'],
  ['service externalname web --external-name=shop.io', 'service/web'],
  ['serviceaccount robot', 'serviceaccount/robot'],
])('create %s', async ([command, created], { onTestFinished }) => {
  const { kubectl } = await openTerminal(await startServer(OPTIONS, onTestFinished), newest, onTestFinished)
  const { code, stdout, stderr } = await kubectl(`create ${command}`)
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${created} created\n`, stderr: '' })
})

const SETTINGS = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, labels: { app: shop } }\ndata: { color: ${value} }\n`
const KEYS = 'apiVersion: v1\nkind: Secret\nmetadata: { name: keys, labels: { app: shop } }\n'

test.concurrent('a kustomization is applied, diffed and pruned', async ({ onTestFinished }) => {
  const server = await startServer(OPTIONS, onTestFinished)
  const { kubectl } = await openTerminal(server, newest, onTestFinished)
  const files = {
    'kustomization.yaml': 'resources: [settings.yaml, keys.yaml]\n',
    'settings.yaml': SETTINGS('red'),
    'keys.yaml': KEYS,
  }
  expect((await kubectl('apply -k .', { files })).stdout).toBe('configmap/settings created\nsecret/keys created\n')
  const compared = await kubectl('diff -f settings.yaml', { files: { 'settings.yaml': SETTINGS('blue') } })
  expect(compared.code).toBe(1)
  expect(compared.stdout).toMatch(/^-  color: red\n\+  color: blue$/m)
  expect((await kubectl('apply --prune -l app=shop -f settings.yaml')).stdout).toContain(
    'configmap/settings configured\n',
  )
  expect((await server.cluster.list('Secret')).items.map(({ metadata }) => metadata.name)).not.toContain('keys')
})
