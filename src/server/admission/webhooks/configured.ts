import type { MutatingWebhook } from '../../../model/generated/types/admissionregistration-v1.js'
import type { Unchecked } from '../../../kinds/struct/unchecked.js'
import { append } from '../../../base/lists/lists.js'
import type { KubeObject } from '../../../schema/object.js'
import { isSeenByWebhooks } from '../configuration-tables.js'
import type { Criteria } from '../review/match.js'
import type { AdmissionContext, AdmissionTarget } from '../types.js'

/** A webhook of a configuration. */
export type ConfiguredWebhook = Unchecked<MutatingWebhook> & { readonly name: string }

/** A webhook, and the configuration it is in. */
export type Registered = {
  readonly hook: ConfiguredWebhook
  readonly configuration: string
  /** The requests that it is for; undefined if there are none. */
  readonly criteria: Criteria | undefined
  /** Names the webhook among all others (its accessor's uid). */
  readonly uid: string
}

/**
 * Returns the webhooks that may be asked about a request, in the order of the configurations' names: those of files
 * first, which see their like, too.
 */
export function webhooksFor(
  table: string,
  target: AdmissionTarget,
  { configuration, list }: Pick<AdmissionContext, 'configuration' | 'list'>,
): readonly Registered[] {
  const found: Registered[] = []
  for (const one of configuration.manifests(table)) append(found, webhooksOf(one))
  if (isSeenByWebhooks(target)) for (const one of list(table)) append(found, webhooksOf(one))
  return found
}

const known = new WeakMap<KubeObject, readonly Registered[]>()

function webhooksOf(configuration: KubeObject): readonly Registered[] {
  let found = known.get(configuration)
  if (!found) known.set(configuration, (found = registered(configuration)))
  return found
}

function registered(configuration: KubeObject): readonly Registered[] {
  // As its schema says.
  const { webhooks = [] } = configuration as KubeObject & { readonly webhooks?: readonly ConfiguredWebhook[] }
  const { name = '' } = configuration.metadata
  const counts = new Map<string, number>()
  return webhooks.map((hook) => {
    const index = counts.get(hook.name) ?? 0
    counts.set(hook.name, index + 1)
    return { hook, configuration: name, criteria: criteriaOf(hook), uid: `${name}/${hook.name}/${index}` }
  })
}

const criteriaOf = ({ rules = [], matchPolicy, namespaceSelector = {}, objectSelector = {} }: ConfiguredWebhook) =>
  rules.length === 0
    ? undefined
    : {
        namespaceSelector,
        objectSelector,
        resourceRules: rules,
        ...(matchPolicy === undefined ? {} : { matchPolicy }),
      }
