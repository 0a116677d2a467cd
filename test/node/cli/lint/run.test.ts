import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runLint } from '../../../../src/node/cli/lint/run.js'
import '../../../../src/node.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and what it printed. */
async function ran(...argv: readonly string[]) {
  const lines: string[] = []
  const code = await runLint(argv, { out: (line) => lines.push(line), err: (line) => lines.push(line) })
  return { code, text: lines.join('\n') }
}

test('files that are admitted exit with 0, refused ones with 1, missing ones and wrong flags with 2', async () => {
  const [good, bad] = [join(folder, 'good.yaml'), join(folder, 'bad.yaml')]
  await writeFile(good, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n')
  await writeFile(bad, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: A }\n')
  expect(await ran(good)).toEqual({ code: 0, text: '1 object: 1 admitted, 0 refused, 0 warned of' })
  expect(await ran(good, bad)).toMatchObject({
    code: 1,
    text: expect.stringContaining(`${bad}:1: ConfigMap A is refused`),
  })
  expect(await ran(bad, '--output', 'junit')).toMatchObject({ code: 1, text: expect.stringContaining('failures="1"') })
  expect((await ran(join(folder, 'none.yaml'))).code).toBe(2)
  expect(await ran()).toMatchObject({ code: 2, text: expect.stringContaining('name files to check') })
  expect((await ran(good, '--output', 'xml')).code).toBe(2)
  expect(await ran('--help')).toMatchObject({ code: 0, text: expect.stringContaining('lint MANIFESTS…') })
})

test('--kubernetes-version takes several versions, separated by commas or given again', async () => {
  const file = join(folder, 'pod.yaml')
  const spec = '{ hostnameOverride: a.example.com, containers: [{ name: a, image: a }] }'
  await writeFile(file, `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: ${spec}\n`)
  const both = await ran('--kubernetes-version', '1.33,1.35', file)
  expect(both).toMatchObject({ code: 1, text: expect.stringContaining(`${file}:1: Pod a is refused by 1.33: `) })
  expect(await ran('--kubernetes-version', '1.33', '--kubernetes-version', '1.35', file)).toEqual(both)
  expect((await ran('--kubernetes-version', '1.35', file)).code).toBe(0)
  expect(await ran('--kubernetes-version', '1.35,1.38', file)).toMatchObject({
    code: 2,
    text: expect.stringContaining('not "1.38"'),
  })
})

test('what webhooks at --service change is printed', async () => {
  const file = join(folder, 'all.yaml')
  const patch = Buffer.from('[{ "op": "add", "path": "/data", "value": { "a": "1" } }]').toString('base64')
  await writeFile(
    file,
    `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: hooks }
webhooks:
  - name: hooks.example.com
    clientConfig: { service: { namespace: shop, name: hooks } }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
    sideEffects: None
    admissionReviewVersions: [v1]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`,
  )
  const hooks = createServer(async (request, reply) => {
    const { uid } = JSON.parse(Buffer.concat(await request.toArray()).toString()).request
    const response = { uid, allowed: true, patchType: 'JSONPatch', patch }
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }))
  })
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  try {
    const address = hooks.address()
    if (typeof address !== 'object' || !address) throw new Error('the server listens at no port')
    expect(await ran(file, '--service', `shop/hooks=http://127.0.0.1:${address.port}`)).toEqual({
      code: 0,
      text: `${file}:12: ConfigMap a is changed:\n  + /data {"a":"1"}\n2 objects: 2 admitted, 0 refused, 0 warned of`,
    })
  } finally {
    hooks.closeAllConnections()
    hooks.close()
  }
})
