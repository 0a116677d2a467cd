import { readFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startCluster } from '../../../src/node.js'
import { createCertificate } from '../../../src/node/server/tls.js'
import { servingCertificate } from '../../../src/node/server/serving-certificate.js'

const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MANIFESTS = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: validating-webhook-configuration }
webhooks:
  - admissionReviewVersions: [v1]
    clientConfig: { service: { name: webhook-service, namespace: system, path: /validate } }
    name: vpod.kb.io
    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
    sideEffects: None
`

/** A port that nothing else uses. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Serves a webhook that denies everything, with what is in a folder, as controller-runtime does. */
async function serveWebhook(certificates: string, port: number) {
  const [cert, key] = ['tls.crt', 'tls.key'].map((name) => readFileSync(join(certificates, name)))
  const server = createServer({ cert, key }, async (request, reply) => {
    const pieces: Uint8Array[] = []
    for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece)
    const { request: asked } = JSON.parse(Buffer.concat(pieces).toString()) as { request: { uid: string } }
    const response = { uid: asked.uid, allowed: false, status: { message: `no, says ${request.url}` } }
    reply.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }))
  })
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening))
  return { [Symbol.dispose]: () => void (server.closeAllConnections(), server.close()) }
}

test('manifests in a folder are installed, and a webhook with what is written for it is asked', async () => {
  const [manifests, certificates] = [join(folder, 'config'), join(folder, 'certs')]
  mkdirSync(manifests)
  writeFileSync(join(manifests, 'manifests.yaml'), MANIFESTS)
  writeFileSync(join(manifests, 'kustomization.yaml'), 'resources: [manifests.yaml]')
  const port = await freePort()
  await using started = await startCluster({
    seed: 1,
    webhooks: { manifests, address: `127.0.0.1:${port}`, certificates },
  })
  using _ = await serveWebhook(certificates, port)
  const refused = started.cluster.create('ConfigMap', { metadata: { name: 'prices' } })
  await expect(refused).rejects.toThrow(
    'admission webhook "vpod.kb.io" denied the request: no, says /validate?timeout=10s',
  )
  expect(statSync(join(certificates, 'tls.key')).mode & 0o77).toBe(0)
})

test('they are installed over control too', async () => {
  const port = await freePort()
  await using started = await startCluster({ seed: 1 })
  const query = new URLSearchParams({ address: `localhost:${port}` })
  const reply = await fetch(`${started.url}/_fakecluster/webhooks?${query}`, { method: 'POST', body: MANIFESTS })
  expect(reply.status).toBe(200)
  const { certificates } = (await reply.json()) as { certificates: string }
  expect(certificates).toBe(join(tmpdir(), 'k8s-webhook-server', 'serving-certs'))
  using _ = await serveWebhook(certificates, port)
  const refused = started.cluster.create('ConfigMap', { metadata: { name: 'prices' } })
  await expect(refused).rejects.toThrow('denied the request')
})

test('a certificate that fits is used again, one that does not is made again, that of others stays', async () => {
  const certificates = join(folder, 'again')
  const first = await servingCertificate('127.0.0.1:9443', certificates)
  expect(await servingCertificate('localhost:9443', certificates)).toEqual(first)
  const second = await servingCertificate('hooks.test:9443', certificates)
  expect(second.trust).not.toEqual(first.trust)
  // A key that is not the certificate's.
  writeFileSync(join(certificates, 'tls.key'), (await createCertificate([])).key)
  expect((await servingCertificate('hooks.test:9443', certificates)).trust).not.toEqual(second.trust)
  writeFileSync(join(certificates, 'tls.crt'), 'mine')
  await expect(servingCertificate('hooks.test:9443', certificates)).rejects.toThrow(
    'tls.crt is not valid for hooks.test, or tls.key is not its key: mend them, or name another folder.',
  )
})
