import { configMap } from '../payload.js'

const HOOK = { name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] }

/** A configuration of a webhook that is asked about each new ConfigMap. */
export const validating = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'a' },
  webhooks: [
    {
      ...HOOK,
      clientConfig: { service: { namespace: 'shop', name: 'hooks', path: '/validate' } },
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    },
  ],
}

/** A policy of three rules that each new ConfigMap keeps, and what binds it. */
export const policy = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'a' },
    spec: {
      matchConstraints: {
        resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      },
      validations: [
        { expression: "object.metadata.name != 'forbidden'" },
        { expression: '!has(object.data) || size(object.data) < 100' },
        { expression: "!has(object.metadata.labels) || !('forbidden' in object.metadata.labels)" },
      ],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'a' },
    spec: { policyName: 'a', validationActions: ['Deny'] },
  },
]

/** The handler of the webhook, which allows everything. */
export async function allowing(request: Request): Promise<Response> {
  const { request: asked } = (await request.json()) as { readonly request: { readonly uid: string } }
  const response = { uid: asked.uid, allowed: true }
  return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
}

const headers = { accept: 'application/json, */*', 'content-type': 'application/json', 'user-agent': 'bench' }
const named = { group: '', version: 'v1' }

/** A request with a review of a new ConfigMap, as long as those that a server sends. */
export const review = (i: number): Request =>
  new Request('https://hooks.shop.svc/validate?timeout=10s', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        uid: crypto.randomUUID(),
        ...{ kind: { ...named, kind: 'ConfigMap' }, resource: { ...named, resource: 'configmaps' } },
        ...{ requestKind: { ...named, kind: 'ConfigMap' }, requestResource: { ...named, resource: 'configmaps' } },
        ...{ name: 'a', namespace: 'default', operation: 'CREATE' },
        userInfo: { username: 'system:admin', groups: ['system:masters', 'system:authenticated'] },
        object: configMap(i),
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'fakecluster' },
      },
    }),
  })
