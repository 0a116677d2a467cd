import { encodeJson } from '../../../base/json/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { inOrder } from '../../../model/registry/read.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Match } from '../review/match.js'
import type { ReviewedRequest } from '../review/request.js'

/** A request in the version that a webhook is to see. */
export type Versioned = {
  readonly match: Match
  readonly object: KubeObject | null
  readonly oldObject: KubeObject | null
}

/** Writes the AdmissionReview of a request, in the order of the Go struct (webhook/request: CreateAdmissionObjects). */
export function reviewText(version: string, uid: string, request: ReviewedRequest, versioned: Versioned): string {
  const { resource, subresource, kind, name, namespace, operation, dryRun, options } = request
  const { match, object, oldObject } = versioned
  const part = subresource === '' ? undefined : subresource
  const { group, version: matched, kind: word } = match.kind
  const review = {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: {
      uid,
      kind: { group, version: matched, kind: word },
      resource: match.resource,
      subResource: part,
      requestKind: kind,
      requestResource: resource,
      requestSubResource: part,
      name: name || undefined,
      namespace: namespace || undefined,
      operation,
      userInfo: userInfo(request),
      object: written(match.kind, object),
      oldObject: written(match.kind, oldObject),
      dryRun,
      options: options(),
    },
  }
  return `${encodeJson(review)}\n`
}

const userInfo = ({ user: { name, uid, groups, extra } }: ReviewedRequest) => ({
  username: name || undefined,
  uid: uid || undefined,
  groups: groups.length > 0 ? groups : undefined,
  extra: extra && Object.keys(extra).length > 0 ? extra : undefined,
})

/** Returns an object as it is written; the options of a connection have no metadata, nor a kind of their own here. */
const written = (def: KindDef, object: KubeObject | null): KubeObject | null =>
  object && 'metadata' in object ? inOrder(def, object) : object
