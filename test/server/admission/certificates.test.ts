import { describe, expect, test } from 'vitest'
import { certificateApproval, certificateSigning } from '../../../src/server/admission/certificates.js'
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin } from '../../../src/server/admission/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { signingRequest } from '../../kinds/certificates/examples.js'
import { messageOf } from './message.js'

const { spec } = signingRequest
// A request with the organization `system:masters`.
const MASTERS = btoa(
  `-----BEGIN CERTIFICATE REQUEST-----\n${btoa(
    String.fromCharCode(
      ...sequence(
        ...sequence(
          ...[0x02, 1, 0],
          ...sequence(...set(...sequence(0x06, 3, 0x55, 4, 10, 0x0c, 14, ...[...'system:masters'].map(codeOf)))),
        ),
        ...sequence(),
        ...[0x03, 1, 0],
      ),
    ),
  )}\n-----END CERTIFICATE REQUEST-----\n`,
)

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}

function sequence(...bytes: readonly number[]): readonly number[] {
  return [0x30, bytes.length, ...bytes]
}

function set(...bytes: readonly number[]): readonly number[] {
  return [0x31, bytes.length, ...bytes]
}

test('the client signer refuses a request with the group system:masters', async () => {
  const create = (name: string, signerName: string) =>
    createCluster({ seed: 1, controllers: 'none' }).create('CertificateSigningRequest', {
      metadata: { name },
      spec: { request: MASTERS, usages: ['client auth'], signerName },
    })
  expect(await messageOf(create('a', 'kubernetes.io/kube-apiserver-client'))).toBe(
    'certificatesigningrequests.certificates.k8s.io "a" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
  )
  await create('b', 'example.com/people')
})

describe('with an authorizer that checks permissions', () => {
  const signerName = 'example.com/people'
  const request = (status?: object): KubeObject => ({
    kind: 'CertificateSigningRequest',
    apiVersion: 'certificates.k8s.io/v1',
    metadata: { name: 'ann' },
    spec: { ...spec, signerName },
    ...(status ? { status } : {}),
  })

  /** Calls a plug-in with an authorizer that allows some names; returns what it asked, and its error or `fine`. */
  function ask(plugin: AdmissionPlugin, next: KubeObject, old: KubeObject, allowed: readonly string[]) {
    const asked: string[] = []
    const context: Pick<AdmissionContext, 'authorize'> = {
      authorize({ name: who }, request) {
        if (request.path !== undefined) throw new Error('it asks about a resource')
        const { verb, group, resource, name } = request
        asked.push(`${who} ${verb} ${resource}.${group}/${name}`)
        return { decision: allowed.includes(name) ? 'allow' : 'no opinion', reason: '' }
      },
    }
    const attributes: Pick<AdmissionAttributes, 'group' | 'resource' | 'name' | 'object' | 'oldObject' | 'user'> = {
      group: 'certificates.k8s.io',
      resource: 'certificatesigningrequests',
      name: 'ann',
      object: next,
      oldObject: old,
      user: { name: 'bob', groups: [] },
    }
    let said = 'fine'
    try {
      // The plug-in reads no other fields of either.
      plugin.validate?.(attributes as AdmissionAttributes, context as AdmissionContext)
    } catch (error) {
      said = (error as Error).message // a refusal
    }
    return { asked, said }
  }

  const refused = (what: string) =>
    `certificatesigningrequests.certificates.k8s.io "ann" is forbidden: user not permitted to ${what} requests with signerName "example.com/people"`

  test.each([
    [[], refused('approve'), 2],
    [[signerName], 'fine', 1],
    [['example.com/*'], 'fine', 2],
  ])('approval needs the permission to approve for the signer: with %j', (allowed, wanted, times) => {
    const { asked, said } = ask(certificateApproval, request(), request(), allowed)
    expect(said).toBe(wanted)
    expect(asked).toEqual(
      [signerName, 'example.com/*'].map((name) => `bob approve signers.certificates.k8s.io/${name}`).slice(0, times),
    )
  })

  test('setting a certificate or a Failed condition needs the permission to sign, other writes do not', () => {
    const failed = { conditions: [{ type: 'Failed', status: 'True' }] }
    for (const status of [{ certificate: 'eA==' }, failed])
      expect(ask(certificateSigning, request(status), request(), []).said).toBe(refused('sign'))
    expect(ask(certificateSigning, request(failed), request(failed), [])).toEqual({ asked: [], said: 'fine' })
    expect(ask(certificateSigning, request(failed), request(), ['example.com/*']).said).toBe('fine')
  })
})

test('without an authorizer everybody may approve', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.create('CertificateSigningRequest', {
    metadata: { name: 'ann' },
    spec: { ...spec, usages: ['client auth'], signerName: 'example.com/people' },
  })
  const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests/ann/approval'
  const status = { conditions: [{ type: 'Approved', status: 'True', reason: 'Fine' }] }
  const reply = await cluster.fetch(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ status }),
  })
  expect(await reply.json()).toMatchObject({ status })
})
