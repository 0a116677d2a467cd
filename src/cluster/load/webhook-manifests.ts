import { getPath, isObject, type JsonObject, withMembers, withPath } from '../../base/json/json.js'
import { cleanPath } from '../../server/webhooks/clean-path.js'
import { DEFAULT_ADDRESS, type WebhookPlace } from '../../model/registry/webhook-place.js'
import { applyMergePatch } from '../../model/patch/merge.js'
import type { RestContext } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import { type Documents, type Located, join } from '../../base/input/documents.js'
import type { LoadFault } from '../../base/input/load-error.js'
import { DEFINITION_TABLE } from '../../kinds/apiextensions/definition.js'
import { isDefinition } from '../../kinds/apiextensions/load-definitions.js'
import { flattened } from './load.js'

/**
 * Returns what of the manifests of webhooks is to be installed: the configurations and CustomResourceDefinitions, with
 * client configs that lead to a place, as by envtest's WebhookInstallOptions. Patches of a kustomization are merged
 * into what they are for, which may be among `others` or stored; everything else is left out.
 */
export function withWebhooks(
  context: RestContext,
  others: Documents,
  manifests: Documents,
  place: WebhookPlace,
): Documents {
  const all = [...others.documents]
  const faults: LoadFault[] = []
  const found = flattened(context, manifests.documents).filter(
    ({ value }) => isConfiguration(value) || isDefinition(value),
  )
  if (found.length + manifests.faults.length === 0)
    for (const source of manifests.sources)
      faults.push({ source, message: 'webhooks: there is no configuration of webhooks and no definition in it' })
  for (const { value, at } of found.filter((each) => !isPatch(each.value)))
    all.push({ value: atPlace(value, place), at })
  for (const patch of found.filter(({ value }) => isPatch(value))) {
    const base = all.find(({ value }) => isSame(value, patch.value)) ?? storedFor(context, patch)
    if (!base)
      faults.push({
        ...patch.at('metadata.name'),
        message: 'webhooks: patches an object of which there is no manifest',
      })
    else {
      const merged = { at: base.at, value: atPlace(patched(base.value, patch.value), place) }
      if (all.includes(base)) all.splice(all.indexOf(base), 1, merged)
      else all.push(merged)
    }
  }
  return join([
    { ...others, documents: all },
    { sources: manifests.sources, documents: [], faults: [...manifests.faults, ...faults] },
  ])
}

const CONFIGURATIONS: readonly unknown[] = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']

const isConfiguration = (value: unknown): boolean =>
  isObject(value) && value['apiVersion'] === 'admissionregistration.k8s.io/v1' && CONFIGURATIONS.includes(value['kind'])

/** Tells whether a manifest is only a patch of one: it lacks what every whole one has. */
const isPatch = (value: unknown): boolean =>
  getPath(value, isDefinition(value) ? ['spec', 'versions'] : ['webhooks']) === undefined

const isSame = (one: unknown, other: unknown): boolean =>
  isObject(one) &&
  isObject(other) &&
  one['kind'] === other['kind'] &&
  getPath(one, ['metadata', 'name']) === getPath(other, ['metadata', 'name'])

/** Returns the stored definition that a patch is for. */
function storedFor({ store }: RestContext, { value, at }: Located): Located | undefined {
  const name = getPath(value, ['metadata', 'name'])
  const stored = isDefinition(value) && typeof name === 'string' ? store.get(DEFINITION_TABLE, name) : undefined
  return stored && { value: asGiven(stored), at }
}

/** Returns a stored object without what the server has made, which it makes again of what is loaded. */
function asGiven({ metadata, ...stored }: KubeObject): JsonObject {
  const {
    uid: _,
    resourceVersion: __,
    generation: ___,
    creationTimestamp: ____,
    managedFields: _____,
    ...given
  } = metadata
  return { ...stored, metadata: given }
}

const patched = (base: unknown, patch: unknown): unknown =>
  isObject(base) && isObject(patch) ? applyMergePatch(base, patch) : base

/** Returns a manifest whose client configs lead to a place. */
function atPlace(value: unknown, place: WebhookPlace): unknown {
  if (!isObject(value)) return value
  if (isDefinition(value)) {
    const config = ['spec', 'conversion', 'webhook', 'clientConfig']
    const isConverted = getPath(value, ['spec', 'conversion', 'strategy']) === 'Webhook'
    return isConverted ? withPath(value, config, clientConfigAt(getPath(value, config), place)) : value
  }
  const { webhooks } = value
  if (!Array.isArray(webhooks)) return value
  return withMembers(value, {
    webhooks: webhooks.map((webhook: unknown) =>
      isObject(webhook)
        ? withMembers(webhook, { clientConfig: clientConfigAt(webhook['clientConfig'], place) })
        : webhook,
    ),
  })
}

function clientConfigAt(given: unknown, { address = DEFAULT_ADDRESS, caBundle }: WebhookPlace): JsonObject {
  const { service, ...others } = isObject(given) ? given : {}
  const path = getPath(service, ['path'])
  return {
    ...others,
    ...(service === undefined ? {} : { url: `https://${address}${cleanPath(typeof path === 'string' ? path : '')}` }),
    ...(caBundle === undefined ? {} : { caBundle: btoa(caBundle) }),
  }
}
