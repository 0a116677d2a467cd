import { createCluster } from '../../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../../src/cluster/options.js'

/** A webhook in a configuration, without what all have. */
type Hook = { readonly name?: string; readonly [member: string]: unknown }

/** Returns a configuration of webhooks that are behind the Service shop/hooks, each at the path of its name. */
export const configuration = (
  kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration',
  ...hooks: readonly Hook[]
) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'hooks' },
  webhooks: hooks.map(({ name = 'one', ...more }) => ({
    name: `${name}.example.com`,
    clientConfig: { service: { namespace: 'shop', name: 'hooks', path: `/${name}` } },
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  })),
})

type Review = {
  readonly request: {
    readonly uid: string
    readonly name?: string
    readonly object: { readonly metadata: Record<string, unknown>; readonly [member: string]: unknown } | null
    readonly oldObject: unknown
    readonly [member: string]: unknown
  }
}

/** What a webhook answers to a request, besides its uid; a Response is replied as it is. */
export type Answer = (request: Review['request'], path: string) => object | Promise<object>

/** Makes a cluster whose Service shop/hooks is a handler, and the reviews it was sent. */
export function hookedCluster(answer: Answer, options: ClusterOptions = {}) {
  const asked: { readonly path: string; readonly review: Review; readonly request: Request }[] = []
  const handler = async (request: Request): Promise<Response> => {
    const review = (await request.clone().json()) as Review
    const { pathname: path } = new URL(request.url)
    asked.push({ path, review, request })
    const given = await answer(review.request, path)
    if (given instanceof Response) return given
    const response = { uid: review.request.uid, allowed: true, ...given }
    return Response.json({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
  }
  const cluster = createCluster({ seed: 1, controllers: 'none', services: { 'shop/hooks': handler }, ...options })
  return { cluster, asked }
}

/** Returns the answer with a patch. */
export const patch = (...operations: readonly object[]) => ({
  patchType: 'JSONPatch',
  patch: btoa(JSON.stringify(operations)),
})
